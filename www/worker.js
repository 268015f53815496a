// The worker of the engine.

import * as engine from "./engine.js";
import { serve } from "./serve.js";

serve(engine);
