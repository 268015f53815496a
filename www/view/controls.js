// The controls: native inputs with what they lack. Each knows one setting, shows the value in force, and reports what
// the reader chose; none reports a change that the page made itself.

import { fill, h, setProps, setText } from "../dom.js";
import { boxText, cached, parseNumber } from "../number.js";
import { presetTable, unitName, valueText, withUnit } from "../wording.js";
import { OPEN_CHOICES } from "./layout.js";

/** @typedef {import("../types.js").Knob} Knob */
/** @typedef {import("../text/index.js").Words} Words */
/** @typedef {(value: any, dragging?: boolean) => void} Report */

/**
 * @typedef {object} Control
 * @property {HTMLElement} element
 * @property {HTMLElement} target what takes the focus
 * @property {(value: any) => void} show
 * @property {(disabled: boolean) => void} lock
 */

/**
 * @param {Knob} knob
 * @param {Words} words
 * @param {import("../wording.js").Catalog} catalog
 * @param {{id: string, labelId: string, helpId: string}} ids
 * @param {Report} report
 * @param {(message: string) => void} complain
 * @returns {Control}
 */
export function makeControl(knob, words, catalog, ids, report, complain) {
  if (knob.kind === "preset") return presetControl(knob, words, catalog, ids, report);
  if (knob.kind === "flag") return choiceControl(knob, [true, false], words, ids, report);
  if (knob.kind === "choice" && knob.choices) return choiceControl(knob, knob.choices, words, ids, report);
  return numberControl(knob, words, ids, report, complain);
}

/**
 * A range for the hand, a box for the keyboard; both show one value.
 * @param {Knob} knob
 * @param {Words} words
 * @param {{id: string, labelId: string, helpId: string}} ids
 * @param {Report} report
 * @param {(message: string) => void} complain
 * @returns {Control}
 */
function numberControl(knob, words, ids, report, complain) {
  const scale = new RangeScale(knob);
  const range = h("input", { type: "range", min: 0, max: scale.steps, step: 1, "aria-labelledby": ids.labelId, "aria-describedby": ids.helpId });
  const box = h("input", { class: "box", id: ids.id, type: "text", inputmode: "decimal", autocomplete: "off", size: 6, "aria-describedby": ids.helpId });
  const unit = knob.unit ? h("span", { class: "unit-name" }, unitName(words, knob.unit)) : null;
  range.addEventListener("input", () => report(scale.value(Number(range.value)), true));
  range.addEventListener("change", () => report(scale.value(Number(range.value))));
  box.addEventListener("change", () => typed());
  box.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    report(scale.next(Number(range.value), event.key === "ArrowUp" ? 1 : -1));
  });

  function typed() {
    const read = parseNumber(box.value);
    const { knob: text } = words.text;
    const number = (/** @type {number} */ value) => boxText(value, words.lang);
    if ("ambiguous" in read) return refuse(fill(text.ambiguous, { a: number(read.ambiguous[0]), b: number(read.ambiguous[1]) }));
    if ("invalid" in read) return refuse(text.notANumber);
    if (read.value < knob.min || read.value > knob.max) return refuse(fill(text.outOfRange, { min: withUnit(words, knob.min, knob.unit), max: withUnit(words, knob.max, knob.unit) }));
    refuse("");
    report(knob.whole ? Math.round(read.value) : read.value);
  }

  /** @param {string} message */
  function refuse(message) {
    if (message === "") box.removeAttribute("aria-invalid");
    else box.setAttribute("aria-invalid", "true");
    complain(message);
  }

  /** The value last shown; a refused text stays in the box until another value comes. */
  /** @type {any} */
  let shown;

  return {
    element: h("div", { class: "number" }, h("span", { class: "with-unit" }, box, unit), range),
    target: range,
    show(value) {
      const known = typeof value === "number";
      if (document.activeElement !== range || !range.matches(":active")) range.value = String(scale.position(known ? value : knob.low));
      range.setAttribute("aria-valuetext", valueText(words, knob, value));
      box.placeholder = known ? "" : words.text.knob.automatic;
      const refused = box.hasAttribute("aria-invalid");
      if (refused && value === shown) return;
      if (refused) refuse("");
      shown = value;
      box.value = known ? boxText(value, words.lang) : "";
    },
    lock(disabled) {
      range.disabled = box.disabled = disabled;
    },
  };
}

/** Positions of a range and the values they stand for; logarithmic where the knob's values span decades. */
class RangeScale {
  /** @param {Knob} knob */
  constructor(knob) {
    this.knob = knob;
    this.log = knob.scale === "log";
    this.low = this.log ? Math.max(knob.low, knob.step, 1e-6) : knob.low;
    this.steps = this.log ? 120 : Math.min(1000, Math.max(1, Math.round((knob.high - knob.low) / knob.step)));
  }

  /** @param {number} position */
  value(position) {
    const { knob, low, steps } = this;
    const part = position / steps;
    if (position === 0) return knob.low;
    if (position === steps) return knob.high;
    if (!this.log) return tidy(knob.low + Math.round((part * (knob.high - knob.low)) / knob.step) * knob.step);
    return tidy(roundNicely(low * (knob.high / low) ** part, knob.step, low));
  }

  /**
   * The value of the next position that has another one: on a grid, several positions of a log scale share a value.
   * @param {number} position
   * @param {1 | -1} direction
   */
  next(position, direction) {
    const now = this.value(position);
    let next = position;
    do next += direction;
    while (next > 0 && next < this.steps && this.value(next) === now);
    return this.value(Math.min(this.steps, Math.max(0, next)));
  }

  /** @param {number} value */
  position(value) {
    const { knob, low, steps } = this;
    const part = this.log ? Math.log(Math.max(value, low) / low) / Math.log(knob.high / low) : (value - knob.low) / (knob.high - knob.low);
    return Math.round(Math.min(1, Math.max(0, part)) * steps);
  }
}

/**
 * Two significant digits, on the knob's own grid where that is coarser.
 * @param {number} value
 * @param {number} step
 * @param {number} low
 */
function roundNicely(value, step, low) {
  const digit = 10 ** (Math.floor(Math.log10(value)) - 1);
  const grid = Math.max(digit, step);
  return Math.max(low, Math.round(value / grid) * grid);
}

/** @param {number} value without the dust of binary fractions */
function tidy(value) {
  return Number(value.toPrecision(10));
}

/**
 * A few choices lie open as radio buttons, many are a drop-down. A setting that may be left to the default has that
 * choice, too.
 * @param {Knob} knob
 * @param {(string | number | boolean)[]} choices
 * @param {Words} words
 * @param {{id: string, labelId: string, helpId: string}} ids
 * @param {Report} report
 * @returns {Control}
 */
function choiceControl(knob, choices, words, ids, report) {
  const text = (/** @type {any} */ choice) => (typeof choice === "number" ? valueShort(words, choice) : valueText(words, knob, choice));
  const narrow = choices.every((choice) => text(choice).length <= 12) && choices.map(text).join("").length <= 34;
  const open = choices.length <= OPEN_CHOICES && narrow || typeof choices[0] === "number";
  return open ? radioControl(choices, text, ids, report) : selectControl(choices, text, ids, report);
}

/** @param {Words} words @param {number} value */
function valueShort(words, value) {
  return cached(words.lang, {}).format(value);
}

/**
 * @param {(string | number | boolean)[]} choices
 * @param {(choice: any) => string} text
 * @param {{id: string, labelId: string, helpId: string}} ids
 * @param {Report} report
 * @returns {Control}
 */
function radioControl(choices, text, ids, report) {
  const inputs = choices.map((choice) => {
    const input = h("input", { type: "radio", name: ids.id, value: String(choice) });
    input.addEventListener("change", () => report(choice));
    return input;
  });
  const element = h("div", { class: "segments", role: "radiogroup", "aria-labelledby": ids.labelId, "aria-describedby": ids.helpId }, inputs.map((input, index) => h("label", {}, input, h("span", {}, text(choices[index])))));
  return {
    element,
    target: inputs[0],
    show(value) {
      inputs.forEach((input, index) => (input.checked = choices[index] === value));
    },
    lock(disabled) {
      for (const input of inputs) input.disabled = disabled;
    },
  };
}

/**
 * @param {(string | number | boolean)[]} choices
 * @param {(choice: any) => string} text
 * @param {{id: string, labelId: string, helpId: string}} ids
 * @param {Report} report
 * @returns {Control}
 */
function selectControl(choices, text, ids, report) {
  const select = h("select", { id: ids.id, "aria-describedby": ids.helpId }, choices.map((choice, index) => h("option", { value: index }, text(choice))));
  select.addEventListener("change", () => report(choices[Number(select.value)]));
  return {
    element: select,
    target: select,
    show(value) {
      select.selectedIndex = choices.indexOf(value);
    },
    lock(disabled) {
      select.disabled = disabled;
    },
  };
}

/**
 * Presets of the catalogue, by maker.
 * @param {Knob} knob
 * @param {Words} words
 * @param {import("../wording.js").Catalog} catalog
 * @param {{id: string, labelId: string, helpId: string}} ids
 * @param {Report} report
 * @returns {Control}
 */
function presetControl(knob, words, catalog, ids, report) {
  const own = h("option", { value: "" }, words.text.knob.own);
  const select = h("select", { id: ids.id, "aria-describedby": ids.helpId }, own, groupByMaker(presetTable(catalog, knob.path)));
  select.addEventListener("change", () => report(select.value === "" ? undefined : select.value));
  return {
    element: select,
    target: select,
    show(value) {
      select.value = value ?? "";
      setText(own, words.text.knob.own);
    },
    lock(disabled) {
      setProps(select, { disabled });
    },
  };
}

/** @param {Record<string, any>} table */
function groupByMaker(table) {
  /** @type {Map<string, [string, string][]>} */
  const makers = new Map();
  const order = new Intl.Collator("en", { numeric: true });
  const rows = Object.entries(table).map(([slug, row]) => /** @type {[string, string]} */ ([slug, row.name ?? slug]));
  for (const [slug, name] of rows.sort((a, b) => order.compare(a[1], b[1]))) {
    const maker = name.split(" ")[0];
    makers.set(maker, [...(makers.get(maker) ?? []), [slug, name]]);
  }
  return [...makers].map(([maker, models]) => h("optgroup", { label: maker }, models.map(([slug, name]) => h("option", { value: slug }, name))));
}
