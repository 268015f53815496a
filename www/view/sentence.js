// The sentence that says the whole scenario, and is the first control: each underlined part opens its settings.

import { get } from "../document.js";
import { fill, h, weave } from "../dom.js";
import { choiceName, presetName, withUnit } from "../wording.js";
import { keepHeight } from "./keep-height.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../document.js").Doc} Doc */

export class Sentence {
  /** The parts are made once, so that a focused one keeps the focus while the scenario changes. */
  /** @type {Record<string, HTMLElement>} */
  #parts;
  #shape = "";
  #said = "";

  /**
   * @param {Context} context
   * @param {(section: string, path: string) => void} open
   */
  constructor(context, open) {
    this.context = context;
    this.element = h("h1", { class: "sentence" });
    const part = (/** @type {string} */ section, /** @type {string} */ path) => {
      const follow = (/** @type {Event} */ event) => {
        event.preventDefault();
        open(section, path);
      };
      if (!context.isOffered(path)) return h("span", { class: "fixed" });
      // A link flows with the text where a button would stand in its way.
      return h("a", { class: "part", href: `#section-${section}`, onclick: follow });
    };
    this.#parts = {
      nas: part("nas", "nas.preset"),
      drives: part("drives", "drives.count"),
      raid: part("volume", "volume.raid"),
      cache: part("ssd_cache", "ssd_cache.mode"),
      link: part("network", "network.link_gbit"),
      protocol: part("protocol", "protocol.kind"),
    };
    this.#parts.raid.classList.add("unbroken");
    if (!context.settings.embed) keepHeight(this.element);
  }

  /** @param {Doc} resolved */
  draw(resolved) {
    const { words } = this.context;
    const texts = sentenceParts(this.context, resolved);
    const shape = shapeOf(resolved);
    const said = JSON.stringify([shape, texts]);
    if (said === this.#said) return;
    this.#said = said;
    // Said anew, all of it: words that follow a longer or shorter one don't move, they are other words.
    for (const [key, text] of Object.entries(texts)) this.#parts[key].textContent = text;
    if (shape !== this.#shape) {
      this.element.replaceChildren(...weave(words.text.sentence[shape], this.#parts));
      this.#shape = shape;
      return;
    }
    for (const node of [...this.element.childNodes]) if (node instanceof Text) node.replaceWith(node.data);
  }
}

/**
 * Which form of the sentence fits: one drive has no RAID level, and not every use goes over the network.
 * @param {Doc} resolved
 * @returns {"full" | "single" | "local" | "localSingle"}
 */
function shapeOf(resolved) {
  const single = get(resolved, "volume.raid") === "single";
  if (["local", "usb"].includes(get(resolved, "protocol.kind"))) return single ? "localSingle" : "local";
  return single ? "single" : "full";
}

/**
 * The same as plain text, for titles and tables.
 * @param {Context} context
 * @param {Doc} resolved
 */
export function sentenceText(context, resolved) {
  return fill(context.words.text.sentence[shapeOf(resolved)], sentenceParts(context, resolved));
}

/** @param {Context} context @param {Doc} resolved */
function sentenceParts({ words, catalog }, resolved) {
  const { sentence } = words.text;
  const at = (/** @type {string} */ path) => get(resolved, path);
  const nas = at("nas.preset");
  const kinds = /** @type {Record<string, Record<string, string>>} */ (sentence.kinds);
  const count = at("drives.count");
  const kind = kinds[at("drives.kind")] ?? kinds.hdd;
  const drives = fill(sentence.drives, { count, size: withUnit(words, at("drives.capacity_tb"), "TB"), kind: words.plural(count, kind) });
  const cache = at("ssd_cache")
    ? fill(sentence.cache, { count: at("ssd_cache.drives.count"), size: withUnit(words, at("ssd_cache.drives.capacity_gb"), "GB") })
    : sentence.noCache;
  const link = withUnit(words, at("network.link_gbit"), "Gbit/s");
  const links = at("network.links");
  return {
    nas: nas ? presetName(catalog, "nas.preset", nas) : sentence.ownNas,
    drives,
    raid: choiceName(words, at("volume.raid")),
    cache,
    link: links > 1 ? fill(sentence.links, { count: links, link }) : link,
    protocol: kindOf(words, at("protocol.kind")),
  };
}

/** @param {import("../text/index.js").Words} words @param {string} kind */
function kindOf(words, kind) {
  if (kind === "local") return words.text.sentence.inside;
  return kind === "usb" ? words.text.sentence.usb : choiceName(words, kind);
}
