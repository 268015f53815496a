// The one store: the scenario with its history, and what the reader chose about the page itself. Everything drawn
// follows from it; nothing else remembers anything.

import { same } from "./document.js";

/** @typedef {import("./document.js").Doc} Doc */
/** @typedef {"scenario" | "view"} Part */

/** More steps than anybody undoes; each is a small object. */
const HISTORY = 200;

/**
 * @template View
 */
export class Store {
  /** @type {Doc[]} */
  #past = [];
  /** @type {Doc[]} */
  #future = [];
  /** Whether the next change belongs to the gesture that made the last one (a slider being dragged). */
  #gesture = false;
  /** @type {Set<(part: Part, byReader: boolean) => void>} */
  #listeners = new Set();

  /**
   * @param {Doc} doc
   * @param {View} view
   */
  constructor(doc, view) {
    this.doc = doc;
    this.view = view;
  }

  /** @param {(part: Part, byReader: boolean) => void} listener */
  subscribe(listener) {
    this.#listeners.add(listener);
  }

  /**
   * A change by the reader. While `dragging`, all changes become one step to undo.
   * @param {Doc} doc
   * @param {boolean} [dragging]
   */
  change(doc, dragging = false) {
    if (same(doc, this.doc)) {
      if (!dragging) this.#gesture = false;
      return;
    }
    if (!this.#gesture) {
      this.#past.push(this.doc);
      if (this.#past.length > HISTORY) this.#past.shift();
      this.#future = [];
    }
    this.#gesture = dragging;
    this.doc = doc;
    this.#tell("scenario", true);
  }

  /**
   * A scenario set from outside (a message to an embed): no step to undo, no event about a change.
   * @param {Doc} doc
   */
  replace(doc) {
    this.doc = doc;
    this.#tell("scenario", false);
  }

  /** @param {Partial<View>} view */
  show(view) {
    this.view = { ...this.view, ...view };
    this.#tell("view", true);
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  undo() {
    this.#step(this.#past, this.#future);
  }

  redo() {
    this.#step(this.#future, this.#past);
  }

  /**
   * @param {Doc[]} from
   * @param {Doc[]} to
   */
  #step(from, to) {
    const doc = from.pop();
    if (!doc) return;
    to.push(this.doc);
    this.#gesture = false;
    this.doc = doc;
    this.#tell("scenario", true);
  }

  /**
   * @param {Part} part
   * @param {boolean} byReader
   */
  #tell(part, byReader) {
    for (const listener of this.#listeners) listener(part, byReader);
  }
}
