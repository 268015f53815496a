// What every worker does: the first message brings the compiled module, every later one a job; each is answered once, and
// a long one tells its progress before.

/** @param {import("./instance.js").Engine} engine */
export function serve(engine) {
  let isStarted = false;
  self.onmessage = async ({ data }) => {
    if (isStarted) {
      const { method, args } = data;
      self.postMessage({ outcome: await engine.run(method, args, (progress) => self.postMessage({ progress })) });
      return;
    }
    try {
      await engine.start(data.module);
      isStarted = true;
      self.postMessage({ ready: true });
    } catch (thrown) {
      self.postMessage({ failed: String(thrown) });
    }
  };
}
