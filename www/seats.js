// The two places where an engine can sit: a worker of its own or, where workers are forbidden, this thread.
//
// Both take one job at a time and answer in the same form, so that nobody else has to know which it is.

/**
 * @typedef {import("./instance.js").Outcome} Outcome
 * @typedef {(progress: any) => void} Tell
 * @typedef {object} Seat
 * @property {(method: string, args: any[], tell: Tell) => Promise<Outcome>} run one job; the next only after its answer
 * @property {() => void} stop the job under way is not wanted any more: it may be answered early
 * @property {() => void} end stops whatever runs, for good
 */

/**
 * Rejects where workers are forbidden: `new Worker` throws, or the worker fails before it has said that it is ready
 * (browsers differ: an opaque origin, a content security policy, a file opened from disk).
 * @param {WebAssembly.Module} module
 * @param {() => Worker} startWorker
 * @returns {Promise<Seat>}
 */
export function openWorkerSeat(module, startWorker) {
  return new Promise((resolve, reject) => {
    const worker = startWorker();
    let isReady = false;
    /** @type {(outcome: Outcome) => void} */
    let answer = () => {};
    /** @type {Tell} */
    let hear = () => {};

    worker.onmessage = ({ data }) => {
      if (data.failed) reject(new Error(data.failed));
      else if (data.ready) {
        isReady = true;
        resolve(seat);
      } else if (data.progress) hear(data.progress);
      else answer(data.outcome);
    };
    worker.onerror = (event) => {
      // Otherwise the browser reports it a second time as an uncaught error of the page.
      event.preventDefault();
      if (isReady) answer({ fault: event.message });
      else reject(new Error(event.message || "the worker did not start"));
    };
    const seat = {
      /** @type {Seat["run"]} */
      run(method, args, tell) {
        hear = tell;
        worker.postMessage({ method, args });
        return new Promise((settle) => {
          answer = settle;
        });
      },
      stop: () => worker.postMessage({ stop: true }),
      end: () => worker.terminate(),
    };
    worker.postMessage({ module });
  });
}

/**
 * @param {WebAssembly.Module} module
 * @param {() => Promise<import("./instance.js").Engine>} load
 * @returns {Promise<Seat>}
 */
export async function openMainThreadSeat(module, load) {
  const engine = await load();
  await engine.start(module);
  let isWanted = false;
  return {
    async run(method, args, tell) {
      isWanted = true;
      /** Between two tasks the page can draw, and an abort can get through. @type {import("./instance.js").Pause} */
      const pause = async (progress) => {
        if (progress) tell(progress);
        await new Promise((resolve) => setTimeout(resolve));
        return isWanted;
      };
      if (!(await pause())) return { stopped: true };
      const outcome = await engine.run(method, args, pause);
      if ("fault" in outcome) engine.restart();
      return outcome;
    },
    stop() {
      isWanted = false;
    },
    end() {
      isWanted = false;
    },
  };
}
