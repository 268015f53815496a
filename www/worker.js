// The engine's worker: the first message brings the compiled module, every later one a job; each is answered once, and a
// long one tells its progress before.

import { call, curve, start } from "./engine.js";

let isStarted = false;

self.onmessage = async ({ data }) => {
  if (isStarted) {
    const { method, args } = data;
    const tell = (/** @type {unknown} */ progress) => self.postMessage({ progress });
    self.postMessage({ outcome: method === "curve" ? await curve(args[0], args[1], tell) : call(method, args) });
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
