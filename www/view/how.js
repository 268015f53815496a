// How the forecast comes about, and what the words mean.

import { h } from "../dom.js";
import { stationText } from "../wording.js";

/** @param {import("../text/index.js").Words} words */
export function howItWorks(words) {
  const { how } = words.text;
  const steps = Object.entries(how.steps).map(([id, text]) => h("li", { "data-station": id }, h("b", {}, stationText(words, id).name), " ", text));
  const terms = how.terms.flatMap(([term, meaning]) => [h("dt", {}, term), h("dd", {}, meaning)]);
  return h(
    "section",
    { class: "card how", id: "how" },
    h("h2", {}, how.heading),
    h("p", {}, how.lead),
    h("ol", { class: "path" }, steps),
    h("p", {}, how.interval),
    h("details", {}, h("summary", {}, how.glossary), h("dl", {}, terms)),
  );
}
