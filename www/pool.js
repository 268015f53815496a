// Engines behind one queue: a job waits for a free seat, runs there alone, and can be aborted while it waits or runs.
//
// An engine that runs can't hear anything, so aborting ends its worker. A worker whose engine has died is ended the same
// way. So that the next job need not wait for a new worker, as many as may run at once stand by as well; they are started
// when nothing waits, and have read the catalogue already.

import { ForecastError } from "./error.js";
import { openMainThreadSeat, openWorkerSeat } from "./seats.js";

/**
 * @typedef {import("./seats.js").Seat} Seat
 * @typedef {import("./assets.js").Assets} Assets
 *
 * @typedef {object} Job
 * @property {string} method
 * @property {unknown[]} args
 * @property {AbortSignal | undefined} signal
 * @property {() => void} giveUp frees what the job holds: its place in the queue or its seat
 * @property {() => void} settled stops listening for an abort
 * @property {(progress: any) => void} tell
 * @property {(value: any) => void} resolve
 * @property {(reason: unknown) => void} reject
 */

export class Pool {
  /** @type {Assets} */ #assets;
  /** @type {number} */ #size;
  /** @type {Promise<WebAssembly.Module> | undefined} */ #module;
  /** @type {Job[]} */ #waiting = [];
  /** @type {Seat[]} */ #idle = [];
  /** Jobs that run. @type {Set<Job>} */ #busy = new Set();
  #opening = 0;
  #workersForbidden = false;

  /**
   * @param {Assets} assets
   * @param {number} size how many jobs may run at once
   */
  constructor(assets, size) {
    this.#assets = assets;
    this.#size = size;
  }

  /**
   * @param {string} method
   * @param {unknown[]} args
   * @param {AbortSignal} [signal]
   * @param {(progress: any) => void} [tell]
   * @returns {Promise<any>}
   */
  run(method, args, signal, tell = () => {}) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      /** @type {Job} */
      const job = {
        method,
        args,
        signal,
        tell,
        resolve,
        reject,
        giveUp: () => this.#waiting.splice(this.#waiting.indexOf(job), 1),
        settled: () => signal?.removeEventListener("abort", abort),
      };
      const abort = () => {
        reject(signal?.reason);
        job.giveUp();
      };
      signal?.addEventListener("abort", abort, { once: true });
      this.#waiting.push(job);
      this.#pump();
    });
  }

  #pump() {
    // One signal may abort many jobs, one after the other: those still waiting for their turn must not take a seat along.
    const waiting = this.#waiting.filter(({ signal }) => !signal?.aborted);
    while (waiting.length > 0 && this.#busy.size < this.#size && this.#idle.length > 0) {
      const job = /** @type {Job} */ (waiting.shift());
      this.#waiting.splice(this.#waiting.indexOf(job), 1);
      this.#seat(/** @type {Seat} */ (this.#idle.pop()), job);
    }
    const free = this.#size - this.#busy.size - this.#idle.length;
    for (let wanted = Math.min(waiting.length, free) - this.#opening; wanted > 0; wanted--) this.#open();
    // Those that stand by, one at a time: starting one costs time that a job could use.
    const isQuiet = waiting.length === 0 && this.#opening === 0;
    if (isQuiet && [...this.#busy].some(({ signal }) => signal) && !this.#workersForbidden && this.#idle.length < this.#size) this.#open();
  }

  async #open() {
    this.#opening++;
    try {
      this.#idle.push(await this.#newSeat());
    } catch (reason) {
      this.#module = undefined;
      // With no engine to be had, nobody waits in vain. The next call tries again.
      if (this.#busy.size + this.#idle.length === 0) for (const job of this.#waiting.splice(0)) job.reject(ForecastError.fault(reason));
    } finally {
      this.#opening--;
    }
    this.#pump();
  }

  /** @returns {Promise<Seat>} */
  async #newSeat() {
    this.#module ??= this.#assets.compile();
    const module = await this.#module;
    if (!this.#workersForbidden) {
      try {
        const seat = await openWorkerSeat(module, this.#assets.startWorker);
        // Whatever this comes to, the engine has then set up what every job needs.
        await seat.run("validate", ['{"version":1}', true], () => {});
        return seat;
      } catch {
        this.#workersForbidden = true;
        this.#size = 1;
      }
    }
    return openMainThreadSeat(module, this.#assets.load);
  }

  /**
   * @param {Seat} seat
   * @param {Job} job
   */
  async #seat(seat, job) {
    let isHeld = true;
    this.#busy.add(job);
    job.giveUp = () => {
      isHeld = false;
      seat.end();
      this.#busy.delete(job);
      this.#pump();
    };
    const outcome = await seat.run(job.method, job.args, job.tell);
    if (!isHeld) return;
    job.settled();
    if ("fault" in outcome) {
      job.reject(ForecastError.fault(outcome.fault));
      job.giveUp();
      return;
    }
    if ("problems" in outcome) job.reject(new ForecastError(outcome.problems));
    else job.resolve(outcome.value);
    this.#busy.delete(job);
    this.#idle.push(seat);
    this.#pump();
  }
}
