// The results: one row a task, its bars against one common axis, figures in columns, the bottleneck in a word. A row
// opens to show where the time goes. Rows keep order and height whatever changes.

import { BarChart } from "../chart/bar.js";
import { makeAxis } from "../chart/axis.js";
import { h, setProps, setText, svg } from "../dom.js";
import { cached } from "../number.js";
import { GROUPS, INSIDE, TASKS } from "../tasks.js";
import { formatDuration, measure, measureLimit } from "../unit.js";
import { columnUnit, figureText, stationText } from "../wording.js";
import { Detail } from "./detail.js";
import { FigureTable } from "./figure-table.js";
import { ViewControls } from "./view-controls.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").Report} Report */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../chart/axis.js").Axis} Axis */

export class Results {
  /** @type {Map<string, TaskRow>} */
  #rows = new Map();
  #axisLabels = svg("svg", { class: "axis-labels", height: 18, width: "100%", "aria-hidden": "true", focusable: "false" });
  /** @type {HTMLElement} */
  #unitHeading;
  /** @type {ViewControls} */
  #controls;
  /** @type {Axis | null} */
  #axis = null;
  /** @type {View | null} */
  #axisView = null;
  /** @type {FigureTable} */
  #table;

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.#table = new FigureTable(context);
    const { words } = context;
    const { results } = words.text;
    this.#controls = new ViewControls(context);
    this.#unitHeading = h("small", { class: "unit" });
    const groups = GROUPS.map(([group, ids]) => {
      const rows = ids.map((id) => this.#makeRow(id));
      return h("section", { class: "group", "aria-label": results.groups[group] }, h("h3", {}, results.groups[group]), rows.map((row) => row.element));
    });
    this.element = h(
      "section",
      { class: "card results", "aria-labelledby": "results-heading", id: "results", tabindex: -1, "aria-busy": "true" },
      h("header", {}, h("h2", { id: "results-heading" }, results.heading), this.#unitHeading, this.#controls.element),
      legend(words),
      h(
        "div",
        { class: "row-grid column-heads", "aria-hidden": "true" },
        h("span"),
        this.#axisLabels,
        h("span", { class: "figure plain" }, results.without),
        h("span", { class: "figure cached" }, results.with),
        h("span", { class: "limited" }, results.limitedBy),
      ),
      groups,
      this.#table.element,
    );
  }

  /** @param {string} id */
  #makeRow(id) {
    const row = new TaskRow(id, this.context);
    this.#rows.set(id, row);
    return row;
  }

  /**
   * @param {Map<string, Row>} results by task; tasks still being simulated keep what they showed
   * @param {View} view
   * @param {boolean} hasCache
   */
  draw(results, view, hasCache) {
    const { words } = this.context;
    const unit = columnUnit(words, view.unit, view.gb);
    setText(this.#unitHeading, unit);
    this.element.classList.toggle("has-cache", hasCache);
    this.element.classList.toggle("in-time", view.unit === "time");
    const axis = this.#axisFor(results, view);
    for (const id of TASKS) this.#rows.get(id)?.draw(results.get(id), axis, view);
    this.#controls.draw(view);
    this.#table.draw(results);
  }

  /**
   * The axis stays the same object while nothing about it changes, so that a row can tell that it need not be drawn.
   * @param {Map<string, Row>} results
   * @param {View} view
   */
  #axisFor(results, view) {
    const axis = makeAxis(view.unit, view.scale, largest(results, view));
    if (this.#axis && this.#axisView === view && this.#axis.max === axis.max) return this.#axis;
    this.#drawAxis(axis, view);
    [this.#axis, this.#axisView] = [axis, view];
    return axis;
  }

  /** @param {Axis} axis @param {View} view */
  #drawAxis(axis, view) {
    const { lang } = this.context.words;
    const texts = axis.ticks.map((tick) => (view.unit === "time" ? formatDuration(tick, lang) : cached(lang, {}).format(tick)));
    while (this.#axisLabels.childElementCount > texts.length) this.#axisLabels.lastChild?.remove();
    texts.forEach((text, index) => {
      const label = this.#axisLabels.children[index] ?? this.#axisLabels.appendChild(svg("text", { y: 13 }));
      const anchor = index === 0 ? "start" : index === texts.length - 1 ? "end" : "middle";
      setProps(label, { x: `${axis.at(axis.ticks[index])}%`, "text-anchor": anchor });
      setText(label, text);
    });
  }
}

/**
 * The longest bar or limit there is.
 * @param {Map<string, Row>} results
 * @param {View} view
 */
function largest(results, view) {
  let most = 0;
  for (const { report, report_without_cache } of results.values()) {
    for (const each of [report, report_without_cache]) {
      const figure = each && measure(each, view.unit, view.gb);
      if (figure && Number.isFinite(figure.high)) most = Math.max(most, figure.high);
    }
    const link = view.unit === "ops" || view.unit === "time" ? null : linkLimit(report, view);
    most = Math.max(most, link ?? 0);
  }
  return most;
}

/** @param {Report} report @param {View} view */
function linkLimit(report, view) {
  return measureLimit(report.stations.find((station) => station.id === "link")?.limit_mb_s, report, view.unit, view.gb);
}

/** @param {import("../text/index.js").Words} words */
function legend(words) {
  const { results } = words.text;
  const key = (/** @type {string} */ kind, /** @type {string} */ text) => h("li", { class: `key ${kind}` }, h("i"), text);
  return h("ul", { class: "legend" }, key("plain", results.without), key("cached", results.with), key("range", results.interval), key("link", results.linkLimit), key("binding", results.bindingLimit));
}

/** One task: a disclosure whose summary is the row. */
class TaskRow {
  #chart = new BarChart();
  #plain = new Figure("plain");
  #cached = new Figure("cached");
  #station = h("span");
  #limited;
  /** @type {Detail | null} */
  #detail = null;
  /** What was drawn last. */
  /** @type {Row | undefined} */
  #result;
  /** @type {Axis | null} */
  #axis = null;
  /** @type {View | null} */
  #view = null;

  /** @param {string} id @param {Context} context */
  constructor(id, context) {
    this.id = id;
    this.context = context;
    const task = taskText(context.words, id);
    this.#limited = h("span", { class: "limited" }, h("span", { class: "visually-hidden" }, `${context.words.text.results.limitedBy}: `), this.#station);
    const summary = h("summary", { class: "row-grid" }, h("span", { class: "task" }, h("b", {}, task.name), h("em", {}, task.sub)), this.#chart.element, this.#plain.element, this.#cached.element, this.#limited);
    this.element = h("details", { class: "row", id: `task-${id}`, ontoggle: () => this.#toggle() }, summary);
  }

  #toggle() {
    if (!this.element.open || this.#detail || !this.#result) return;
    this.#detail = new Detail(this.context, this.id);
    this.element.append(this.#detail.element);
    this.#detail.draw(this.#result, this.context.store.view);
  }

  /**
   * @param {Row | undefined} result
   * @param {Axis} axis
   * @param {View} view
   */
  draw(result, axis, view) {
    if (this.#axis === axis && this.#view === view && this.#result === result) return;
    [this.#axis, this.#view, this.#result] = [axis, view, result];
    this.element.toggleAttribute("data-empty", !result);
    if (!result) return this.#drawEmpty(axis);
    const without = result.report_without_cache ?? null;
    const plain = without ?? result.report;
    const cached = without ? result.report : null;
    const figures = { plain: measure(plain, view.unit, view.gb), cached: cached && measure(cached, view.unit, view.gb) };
    this.#chart.draw(axis, { ...figures, ...this.#limits(result.report, view) });
    const { results } = this.context.words.text;
    this.#plain.draw(this.#text(plain, view), cached ? results.without : "");
    this.#cached.draw(cached ? this.#text(cached, view) : ["", ""], cached ? results.with : "");
    setText(this.#station, stationText(this.context.words, result.report.bottleneck).name);
    setProps(this.#limited, { "data-station": result.report.bottleneck });
    if (this.element.open) {
      if (this.#detail) this.#detail.draw(result, view);
      else this.#toggle();
    }
  }

  /**
   * Not there yet, or nothing that this NAS can do: the row stays, so that nothing moves.
   * @param {Axis} axis
   */
  #drawEmpty(axis) {
    this.#chart.draw(axis, { plain: null, cached: null, link: null, binding: null });
    this.#plain.draw(["–", ""], "");
    this.#cached.draw(["", ""], "");
    setText(this.#station, "");
    setProps(this.#limited, { "data-station": null });
  }

  /**
   * The network's limit, and the limit of what binds where that is something else.
   * @param {Report} report
   * @param {View} view
   */
  #limits(report, view) {
    const binding = report.stations.find((station) => station.id === report.bottleneck);
    return {
      link: INSIDE.includes(this.id) ? null : linkLimit(report, view),
      binding: report.bottleneck === "link" ? null : measureLimit(binding?.limit_mb_s, report, view.unit, view.gb),
    };
  }

  /**
   * A figure and its unit.
   * @param {Report} report
   * @param {View} view
   * @returns {[string, string]}
   */
  #text(report, view) {
    const { words } = this.context;
    const figure = measure(report, view.unit, view.gb);
    if (figure) return [figureText(words, figure, view.unit), columnUnit(words, view.unit, view.gb)];
    // A rebuild has a duration and no rate: it says so in any unit.
    return [report.throughput_mb_s === null && report.duration_s ? formatDuration(report.duration_s.value, words.lang) : "–", ""];
  }
}

/** A number in its column. What the column's heading says is there for screen readers, too. */
class Figure {
  #number = h("span");
  #before = h("span", { class: "visually-hidden" });
  #after = h("span", { class: "visually-hidden" });

  /** @param {"plain" | "cached"} kind */
  constructor(kind) {
    this.element = h("span", { class: `figure ${kind}` }, this.#before, this.#number, this.#after);
  }

  /** @param {[string, string]} text number and unit @param {string} heading */
  draw([number, unit], heading) {
    setText(this.#before, heading ? `${heading}: ` : "");
    setText(this.#number, number);
    setText(this.#after, unit ? ` ${unit},` : "");
  }
}

/**
 * @param {import("../text/index.js").Words} words
 * @param {string} id
 */
export function taskText(words, id) {
  const tasks = /** @type {Record<string, {name: string, sub: string, mid: string}>} */ (words.text.tasks);
  return tasks[id] ?? { name: id, sub: "", mid: id };
}
