// The engine's worker: the first message brings the compiled module, every later one a job; each is answered once.

import { call, start } from "./engine.js";

let isStarted = false;

self.onmessage = async ({ data }) => {
  if (isStarted) {
    self.postMessage({ outcome: call(data.method, data.args) });
    return;
  }
  try {
    await start(data.module);
    isStarted = true;
    self.postMessage({ ready: true });
  } catch (thrown) {
    self.postMessage({ failed: String(thrown) });
  }
};
