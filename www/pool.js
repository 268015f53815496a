// Engines behind one queue: a job waits for a free seat, runs there alone, and can be aborted while it waits or runs.
//
// Engines work in slices and hear between two of them that their job is not wanted any more. One that hasn't heard in time,
// or has died, is ended with its worker.

import { ForecastError } from "./error.js";
import { openMainThreadSeat, openWorkerSeat } from "./seats.js";

/**
 * @typedef {import("./seats.js").Seat} Seat
 * @typedef {import("./assets.js").Assets} Assets
 *
 * @typedef {object} Wishes
 * @property {AbortSignal} [signal]
 * @property {boolean} [isPatient] others that wait go first
 * @property {(progress: any) => void} [tell]
 *
 * @typedef {object} Job
 * @property {string} method
 * @property {unknown[]} args
 * @property {Wishes} wishes
 * @property {() => void} giveUp frees what the job holds: its place in the queue or its seat
 * @property {() => void} settled stops listening for an abort
 * @property {(value: any) => void} resolve
 * @property {(reason: unknown) => void} reject
 */

export class Pool {
  /** @type {Assets} */ #assets;
  /** @type {number} */ #size;
  /** @type {number} */ #graceMs;
  /** @type {Promise<WebAssembly.Module> | undefined} */ #module;
  /** @type {Job[]} */ #waiting = [];
  /** @type {Seat[]} */ #idle = [];
  /** Seats that work, and those that are told to stop. */
  #busy = 0;
  #opening = 0;
  #workersForbidden = false;

  /**
   * @param {Assets} assets
   * @param {number} size how many jobs may run at once
   * @param {number} graceMs how long an engine may take to hear that its job is not wanted any more
   */
  constructor(assets, size, graceMs) {
    this.#assets = assets;
    this.#size = size;
    this.#graceMs = graceMs;
  }

  /**
   * @param {string} method
   * @param {unknown[]} args
   * @param {Wishes} [wishes]
   * @returns {Promise<any>}
   */
  run(method, args, wishes = {}) {
    const { signal } = wishes;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      /** @type {Job} */
      const job = {
        method,
        args,
        wishes,
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
    const wanted = this.#waiting.filter(({ wishes }) => !wishes.signal?.aborted);
    wanted.sort((a, b) => Number(a.wishes.isPatient ?? false) - Number(b.wishes.isPatient ?? false));
    while (wanted.length > 0 && this.#busy < this.#size && this.#idle.length > 0) {
      const job = /** @type {Job} */ (wanted.shift());
      this.#waiting.splice(this.#waiting.indexOf(job), 1);
      this.#seat(/** @type {Seat} */ (this.#idle.pop()), job);
    }
    const free = this.#size - this.#busy - this.#idle.length;
    for (let missing = Math.min(wanted.length, free) - this.#opening; missing > 0; missing--) this.#open();
  }

  async #open() {
    this.#opening++;
    try {
      this.#idle.push(await this.#newSeat());
    } catch (reason) {
      this.#module = undefined;
      // With no engine to be had, nobody waits in vain. The next call tries again.
      if (this.#busy + this.#idle.length === 0) for (const job of this.#waiting.splice(0)) job.reject(ForecastError.fault(reason));
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
        return await openWorkerSeat(module, this.#assets.startWorker);
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
    let hasEnded = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    this.#busy++;
    const end = () => {
      hasEnded = true;
      seat.end();
      this.#busy--;
      this.#pump();
    };
    job.giveUp = () => {
      seat.stop();
      timer = setTimeout(end, this.#graceMs);
    };
    const outcome = await seat.run(job.method, job.args, job.wishes.tell ?? (() => {}));
    if (hasEnded) return;
    clearTimeout(timer);
    job.settled();
    // Whoever has aborted knows already: for that job none of this is of any effect.
    if ("fault" in outcome) job.reject(ForecastError.fault(outcome.fault));
    else if ("problems" in outcome) job.reject(new ForecastError(outcome.problems));
    else if ("json" in outcome) job.resolve(JSON.parse(outcome.json));
    else if ("value" in outcome) job.resolve(outcome.value);
    if ("fault" in outcome) return end();
    this.#busy--;
    this.#idle.push(seat);
    this.#pump();
  }
}
