// Engines behind one queue: a job waits for a free seat, runs there alone, and can be aborted while it waits or runs.
//
// An engine that runs can't hear anything, so aborting ends its worker; the next job gets a new one, which starts in
// milliseconds since the module is compiled already. A worker whose engine has died is ended the same way.

import { ForecastError } from "./error.js";
import { openMainThreadSeat, openWorkerSeat } from "./seats.js";

/**
 * @typedef {import("./seats.js").Seat} Seat
 * @typedef {object} Assets
 * @property {() => Promise<WebAssembly.Module>} compileEngine
 * @property {() => Worker} startWorker
 *
 * @typedef {object} Job
 * @property {string} method
 * @property {unknown[]} args
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
  /** Seats there are, being opened included. */ #seats = 0;
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
    for (let seat; this.#waiting.length > 0 && (seat = this.#idle.pop()); ) {
      this.#seat(seat, /** @type {Job} */ (this.#waiting.shift()));
    }
    const wanted = Math.min(this.#waiting.length - this.#opening, this.#size - this.#seats);
    for (let i = 0; i < wanted; i++) this.#open();
  }

  async #open() {
    this.#seats++;
    this.#opening++;
    try {
      this.#idle.push(await this.#newSeat());
    } catch (reason) {
      this.#seats--;
      this.#module = undefined;
      // With no engine to be had, nobody waits in vain. The next call tries again.
      if (this.#seats === 0) for (const job of this.#waiting.splice(0)) job.reject(ForecastError.fault(reason));
    } finally {
      this.#opening--;
    }
    this.#pump();
  }

  /** @returns {Promise<Seat>} */
  async #newSeat() {
    this.#module ??= this.#assets.compileEngine();
    const module = await this.#module;
    if (!this.#workersForbidden) {
      try {
        return await openWorkerSeat(module, this.#assets.startWorker);
      } catch {
        this.#workersForbidden = true;
        this.#size = 1;
      }
    }
    return openMainThreadSeat(module);
  }

  /**
   * @param {Seat} seat
   * @param {Job} job
   */
  async #seat(seat, job) {
    let isHeld = true;
    job.giveUp = () => {
      isHeld = false;
      seat.end();
      this.#seats--;
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
    this.#idle.push(seat);
    this.#pump();
  }
}
