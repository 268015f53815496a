// The worker of the cache laboratory.

import { serve } from "../serve.js";
import * as engine from "./engine.js";

serve(engine);
