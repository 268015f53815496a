// What every worker does: the first message brings the compiled module, every later one a job, or the word that the job
// under way is not wanted any more; each job is answered once, and a long one tells its progress before.

/** @param {import("./instance.js").Engine} engine */
export function serve(engine) {
  let isStarted = false;
  let isWanted = false;

  /** @type {import("./instance.js").Pause} */
  async function pause(progress) {
    if (progress) self.postMessage({ progress });
    await breath();
    return isWanted;
  }

  self.onmessage = async ({ data }) => {
    if (data.stop) {
      isWanted = false;
      return;
    }
    if (isStarted) {
      isWanted = true;
      self.postMessage({ outcome: await engine.run(data.method, data.args, pause) });
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

const { port1, port2 } = new MessageChannel();

/** Messages that have come in the meantime get their turn. A timer would do it, too, but takes four milliseconds. */
function breath() {
  return new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
}
