// All settings, in sections: each with label, value, unit, one line of help and why it matters. Sections are
// disclosures whose heading tells the state, so that the whole NAS fits on a screen.

import { get, set } from "../document.js";
import { fill, h, setProps, setText } from "../dom.js";
import { nextTask } from "../turn.js";
import { presetTable, valueText, withUnit } from "../wording.js";
import { makeControl } from "./controls.js";
import { ESSENTIAL, NOT_SHOWN, SECTIONS, applies, concerns } from "./layout.js";
import { knobText, problemText, warningText } from "./problem-text.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../document.js").Doc} Doc */
/** @typedef {import("../types.js").Knob} Knob */
/** @typedef {import("../types.js").Problem} Problem */

/** What an SSD cache is until the reader chooses: two of a common size, so that every mode is possible. */
const NEW_CACHE = { mode: "read-write", drives: { preset: "wd-blue-sn550-500gb", count: 2 } };

export class Knobs {
  /** @type {KnobView[]} */
  #views = [];
  /** @type {Map<string, {element: HTMLDetailsElement, state: HTMLElement}>} */
  #sections = new Map();
  /** Settings of closed sections, until the figures stand or somebody opens the section. */
  /** @type {Map<string, {before: HTMLElement, knobs: Knob[]}>} */
  #closed = new Map();
  /** Rarer settings by section, until somebody opens them: making three quarters of all controls would hold up the start. */
  /** @type {Map<string, {more: HTMLDetailsElement, knobs: Knob[]}>} */
  #unmade = new Map();
  /** What was drawn last. */
  /** @type {[Doc, import("../types.js").Valid, Problem[]] | null} */
  #drawn = null;
  /** The cache that was switched off, for switching it on again. */
  /** @type {Doc | null} */
  #lastCache = null;

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.element = h("form", { class: "knobs", id: "knobs", onsubmit: (/** @type {Event} */ event) => event.preventDefault() });
    for (const section of SECTIONS) {
      const made = this.#makeSection(section);
      if (made) this.element.append(made);
    }
  }

  /** @param {typeof SECTIONS[number]} section */
  #makeSection(section) {
    const { words, knobs, isOffered } = this.context;
    const all = [...knobs.values()].filter((knob) => knob.section === section && !NOT_SHOWN.test(knob.path) && isOffered(knob.path));
    if (all.length === 0) return null;
    const byOrder = [...ESSENTIAL].map((path) => all.find((knob) => knob.path === path)).filter((knob) => knob !== undefined);
    const others = all.filter((knob) => !ESSENTIAL.has(knob.path));
    const state = h("span", { class: "state" });
    const more = h("details", { class: "more", ontoggle: () => this.#makeMore(section) }, h("summary", {}, words.text.page.more));
    this.#unmade.set(section, { more, knobs: others });
    const summary = h("summary", {}, h("h2", {}, words.text.sections[section]), state);
    const open = this.#isOpen(section);
    const element = h("details", { class: "card section", id: `section-${section}`, open, ontoggle: () => this.#makeEssential(section) }, summary, others.length > 0 ? more : null);
    this.#closed.set(section, { before: summary, knobs: byOrder });
    this.#sections.set(section, { element, state });
    return element;
  }

  /** @param {string} section */
  #makeEssential(section) {
    const closed = this.#closed.get(section);
    if (!closed) return;
    this.#closed.delete(section);
    this.#make(closed.knobs, (elements) => closed.before.after(...elements));
  }

  /** What open sections hold, a section at a time. */
  async makeOpen() {
    for (const section of [...this.#closed.keys()].filter((each) => this.#sections.get(each)?.element.open)) {
      this.#makeEssential(section);
      if (!this.context.settings.embed) await nextTask();
    }
  }

  /**
   * What closed sections hold, a section at a time. Chromium looks through all fields for some that it could fill in, and lays
   * out for that what is closed: each section is laid out at once, lest it be all of them together.
   */
  async makeAll() {
    for (const [section, { before }] of this.#closed) {
      await nextTask();
      this.#makeEssential(section);
      before.nextElementSibling?.getBoundingClientRect();
    }
  }

  /** @param {string} section */
  #makeMore(section) {
    const unmade = this.#unmade.get(section);
    if (!unmade) return;
    this.#unmade.delete(section);
    this.#make(unmade.knobs, (elements) => unmade.more.append(...elements));
  }

  /** @param {Knob[]} knobs @param {(elements: HTMLElement[]) => void} place */
  #make(knobs, place) {
    const before = this.#views.length;
    place(knobs.map((knob) => this.#makeKnob(knob)));
    if (this.#drawn) for (const view of this.#views.slice(before)) view.draw(...this.#drawn);
  }

  /** @param {string} section */
  #isOpen(section) {
    const { embed, show } = this.context.settings;
    // A phone shows results first and all sections closed; an embed opens what it was reduced to.
    if (embed) return Boolean(show?.some((item) => item === section || item.startsWith(`${section}.`)));
    return (section === "network" || section === "nas") && matchMedia("(width >= 1000px)").matches;
  }

  /** @param {Knob} knob */
  #makeKnob(knob) {
    const view = new KnobView(this.context, knob, (value, dragging) => this.#changed(knob, value, dragging));
    this.#views.push(view);
    return view.element;
  }

  /**
   * @param {Knob} knob
   * @param {any} value undefined: back to preset or default
   * @param {boolean} [dragging]
   */
  #changed(knob, value, dragging) {
    const { store } = this.context;
    if (knob.path === "ssd_cache.mode") return this.#changeCache(value);
    store.change(set(store.doc, knob.path, value), dragging);
  }

  /** @param {string | undefined} mode */
  #changeCache(mode) {
    const { store } = this.context;
    const now = get(store.doc, "ssd_cache");
    if (mode === "none" || mode === undefined) {
      this.#lastCache = now ?? null;
      store.change(set(store.doc, "ssd_cache", undefined));
    } else {
      store.change(set(store.doc, "ssd_cache", { ...(now ?? this.#lastCache ?? NEW_CACHE), mode }));
    }
  }

  /**
   * Opens a section and puts the focus on one of its settings.
   * @param {string} section
   * @param {string} path
   */
  open(section, path) {
    const found = this.#sections.get(section);
    if (!found) return;
    found.element.open = true;
    this.#makeEssential(section);
    this.#makeMore(section);
    const view = this.#views.find((each) => each.knob.path === path);
    view?.element.closest("details.more")?.setAttribute("open", "");
    const motion = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    found.element.scrollIntoView({ block: "nearest", behavior: motion });
    view?.control.target.focus({ preventScroll: true });
    view?.element.scrollIntoView({ block: "nearest", behavior: motion });
  }

  /**
   * @param {Doc} doc what the reader said
   * @param {import("../types.js").Valid} valid what is in force
   * @param {Problem[]} problems
   */
  draw(doc, valid, problems) {
    const resolved = valid.scenario;
    this.#drawn = [doc, valid, problems];
    // What is wrong is said beside its setting, wherever that is.
    for (const { path } of problems) {
      this.#makeEssential(path.split(".")[0]);
      if (!ESSENTIAL.has(path)) this.#makeMore(path.split(".")[0]);
    }
    for (const view of this.#views) view.draw(doc, valid, problems);
    for (const [section, { element, state }] of this.#sections) {
      setText(state, this.#stateText(section, resolved));
      setProps(element, { "data-problem": problems.some(({ path }) => path.startsWith(`${section}.`)) ? true : null });
    }
  }

  /** @param {string} section @param {Doc} resolved */
  #stateText(section, resolved) {
    const { words, knobs, catalog } = this.context;
    const { text } = words;
    const value = (/** @type {string} */ path) => valueText(words, knobs.get(path), get(resolved, path), catalog);
    if (section === "nas") return get(resolved, "nas.preset") ? value("nas.preset") : text.sentence.ownNas;
    if (section === "drives") return `${get(resolved, "drives.count")} × ${value("drives.capacity_tb")}`;
    if (section === "volume") return value("volume.raid");
    if (section === "ssd_cache") return get(resolved, "ssd_cache") ? `${get(resolved, "ssd_cache.drives.count")} × ${value("ssd_cache.drives.capacity_gb")}` : text.choices.none;
    if (section === "network") return `${get(resolved, "network.links") > 1 ? `${get(resolved, "network.links")} × ` : ""}${withUnit(words, get(resolved, "network.link_gbit"), "Gbit/s")}`;
    return section === "protocol" ? value("protocol.kind") : value("client.tool");
  }
}

/** One setting: heading, control, help. */
class KnobView {
  #reset = h("button", { type: "button", class: "reset" }, "↺");
  #message = h("p", { class: "message", hidden: true });
  #note = h("p", { class: "note", hidden: true });
  /** @type {Problem | null} */
  #problem = null;

  /**
   * @param {Context} context
   * @param {Knob} knob
   * @param {(value: any, dragging?: boolean) => void} report
   */
  constructor(context, knob, report) {
    this.context = context;
    this.knob = withNone(knob);
    const ids = idsFor(knob.path);
    const text = knobText(context.words, knob.path);
    const labelFor = h("label", { id: ids.labelId, for: ids.id }, text.label);
    this.control = makeControl(this.knob, context.words, context.catalog, ids, report, (message) => this.#complain(message));
    // A label points at one input; a group of radio buttons is named by it instead.
    const label = this.control.element.getAttribute("role") === "radiogroup" ? h("span", { id: ids.labelId, class: "label" }, text.label) : labelFor;
    this.#reset.addEventListener("click", () => report(undefined));
    this.element = h(
      "div",
      { class: "knob", "data-path": knob.path },
      h("div", { class: "knob-head" }, label, this.#reset),
      this.control.element,
      this.#message,
      helpElement(context.words, ids, text),
      this.#note,
    );
    this.control.lock(context.isLocked(knob.path));
  }

  /** @param {string} message */
  #complain(message) {
    setText(this.#message, message);
    this.#message.hidden = message === "";
  }

  /** @param {Doc} doc @param {import("../types.js").Valid} valid @param {Problem[]} problems */
  draw(doc, { scenario: resolved, warnings }, problems) {
    const { path } = this.knob;
    this.element.hidden = !applies(path, resolved);
    if (this.element.hidden) return;
    const stated = get(doc, path);
    const inForce = path === "ssd_cache.mode" && !get(resolved, "ssd_cache") ? "none" : get(resolved, path);
    this.control.show(stated === undefined ? inForce : stated);
    const changed = stated !== undefined && this.knob.kind !== "preset" && path !== "ssd_cache.mode" && !this.context.isLocked(path);
    this.#reset.hidden = !changed;
    if (changed) setProps(this.#reset, { "aria-label": fill(this.context.words.text.knob.reset, { name: knobText(this.context.words, path).label }), title: this.context.words.text.knob.resetShort });
    const problem = problems.find((each) => concerns(each.path, path));
    setProps(this.element, { "data-problem": problem ? true : null });
    if (problem) this.#complain(problemText(this.context, problem));
    else if (this.#problem) this.#complain("");
    this.#problem = problem ?? null;
    const notes = warnings.filter((each) => concerns(each.path, path)).map((each) => warningText(this.context.words, each));
    setText(this.#note, [presetNote(this.context, path, resolved), ...notes].filter(Boolean).join(" "));
    this.#note.hidden = this.#note.textContent === "";
  }
}

/**
 * "No cache" is a choice of the mode on the page, though the format says it by leaving the section out.
 * @param {Knob} knob
 * @returns {Knob}
 */
function withNone(knob) {
  return knob.path === "ssd_cache.mode" ? { ...knob, choices: ["none", ...(knob.choices ?? [])] } : knob;
}

/** @param {string} path */
function idsFor(path) {
  const id = path.replaceAll(".", "-").replaceAll("_", "-");
  return { id: `knob-${id}`, labelId: `label-${id}`, helpId: `help-${id}` };
}

/**
 * @param {import("../text/index.js").Words} words
 * @param {{helpId: string}} ids
 * @param {{help: string, why?: string}} text
 */
function helpElement(words, ids, text) {
  const help = h("span", { id: ids.helpId }, text.help);
  if (!text.why) return h("p", { class: "help" }, help);
  return h("details", { class: "help" }, h("summary", {}, help, " ", h("span", { class: "why" }, words.text.knob.why)), h("p", {}, text.why));
}

/**
 * What the catalogue knows about the chosen model that bears on this setting.
 * @param {Context} context
 * @param {string} path
 * @param {Doc} resolved
 */
function presetNote({ words, catalog }, path, resolved) {
  const { knob } = words.text;
  if (path.endsWith(".preset")) return presetTable(catalog, path)[get(resolved, path)]?.unverified?.length > 0 ? knob.unverified : "";
  const row = presetTable(catalog, "nas.preset")[get(resolved, "nas.preset")];
  if (!row) return "";
  if (path === "network.link_gbit" && row.lan?.length) {
    const ports = row.lan.map((/** @type {{gbit: number, count: number}} */ port) => `${port.count} × ${withUnit(words, port.gbit, "Gbit/s")}`);
    return fill(knob.ports, { ports: words.lists.format(ports) });
  }
  return "";
}
