// Where an operation's time goes: one bar, a segment a station, always in the order of the request's path.

import { h, setProps, setText, svg } from "../dom.js";
import { percent, stationText } from "../wording.js";

/** @typedef {import("../types.js").StationReport} StationReport */

/** Below this share a segment is too narrow to see and left out of the bar (the table still has it). */
const NARROW = 0.004;

export class StackChart {
  #bar = svg("svg", { class: "stack", width: "100%", height: 26, "aria-hidden": "true", focusable: "false" });
  #list = h("ul", { class: "stack-keys" });

  /** @param {import("../text/index.js").Words} words */
  constructor(words) {
    this.words = words;
    this.element = h("div", { class: "stack-chart" }, this.#bar, this.#list);
  }

  /** @param {StationReport[]} stations */
  draw(stations) {
    const shown = stations.filter((station) => station.time_share > NARROW);
    while (this.#bar.childElementCount > shown.length) this.#bar.lastChild?.remove();
    while (this.#list.childElementCount > shown.length) this.#list.lastChild?.remove();
    let start = 0;
    shown.forEach((station, index) => {
      const segment = this.#bar.children[index] ?? this.#bar.appendChild(svg("rect", { y: 0, height: 26 }));
      setProps(segment, { x: `${start * 100}%`, width: `${station.time_share * 100}%`, "data-station": station.id });
      start += station.time_share;
      this.#key(station, index);
    });
  }

  /** @param {StationReport} station @param {number} index */
  #key(station, index) {
    const item = this.#list.children[index] ?? this.#list.appendChild(h("li", {}, h("i"), h("span"), h("b")));
    setProps(item, { "data-station": station.id });
    setText(item.children[1], stationText(this.words, station.id).name);
    setText(item.children[2], percent(this.words, station.time_share));
  }
}
