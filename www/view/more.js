// What stands below the figures: advice, comparison, sharing, assumptions, how it works. Loaded once the first figures
// stand, so that neither its code nor its drawing keeps anybody waiting for them.

import { h } from "../dom.js";
import { nextTask } from "../turn.js";
import { AdviceView } from "./advice.js";
import { Assumptions } from "./assumptions.js";
import { Compare } from "./compare.js";
import { How } from "./how.js";
import { Share } from "./share.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../page.js").Actions} Actions */
/** @typedef {import("../page.js").State} State */

export class More {
  /** Cards are drawn one after the other at first, and from then on together. */
  #isDrawn = false;
  /** @type {((state: State) => void)[]} */
  #drawings = [
    () => this.advice.draw(),
    ({ valid, results, settled }) => valid && this.compare.draw(valid.scenario, results, settled),
    ({ results }) => this.how.draw(results),
    ({ valid }) => valid && this.assumptions.draw(valid.assumptions),
  ];

  /**
   * @param {Context} context
   * @param {Actions} actions
   * @param {(path: string) => void} open a setting
   * @param {(part: string) => boolean} shows
   */
  constructor(context, actions, open, shows) {
    this.advice = new AdviceView(context);
    this.compare = new Compare(context);
    this.assumptions = new Assumptions(context, open);
    this.how = new How(context);
    this.elements = [
      shows("advice") && this.advice.element,
      shows("compare") && this.compare.element,
      shows("share") && new Share(context, actions).element,
      ...(shows("assumptions") ? [this.assumptions.element, this.assumptions.print] : []),
      !context.settings.embed && this.how.element,
    ].filter((element) => element instanceof HTMLElement);
    // Apart from each other, so that none of them holds up a hand on a slider.
    this.element = h("div", { class: "more-cards" });
  }

  /**
   * One card at a time, with a pause for whatever else is to be done.
   * @param {() => State | null} state of the page by then
   */
  async mount(state) {
    for (const draw of this.#drawings) {
      const now = state();
      if (now) draw(now);
      await nextTask();
    }
    this.#isDrawn = true;
    for (const element of this.elements) {
      this.element.append(element);
      await nextTask();
    }
  }

  /** @param {State} state */
  draw(state) {
    if (this.#isDrawn) for (const draw of this.#drawings) draw(state);
  }
}
