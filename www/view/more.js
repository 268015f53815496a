// What stands below the figures: advice, comparison, sharing, assumptions, how it works. Loaded once the first figures
// stand, so that neither its code nor its drawing keeps anybody waiting for them.

import { h } from "../dom.js";
import { AdviceView } from "./advice.js";
import { Assumptions } from "./assumptions.js";
import { Compare } from "./compare.js";
import { How } from "./how.js";
import { Share } from "./share.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../page.js").Actions} Actions */
/** @typedef {import("../page.js").State} State */

export class More {
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

  /** One card at a time, with a pause for whatever else is to be done. */
  async mount() {
    for (const element of this.elements) {
      this.element.append(element);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  /** @param {State} state */
  draw({ valid, results, settled }) {
    if (!valid) return;
    this.advice.draw();
    this.compare.draw(valid.scenario, results, settled);
    this.how.draw(results);
    this.assumptions.draw(valid.assumptions);
  }
}
