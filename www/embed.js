// nas-forecast in somebody else's page: the element <nas-forecast>, and iframes of it that fit their content.
//
//   <script type="module" src="https://example.org/nas-forecast/www/embed.js"></script>
//   <nas-forecast preset="synology-ds918-plus" lang="fr" show="bottleneck,workloads" lock="volume">fallback</nas-forecast>
//
// The element is a thin wrapper around an iframe, because a script of another origin can't start a worker. It works
// under a content security policy that allows this script and this frame, and nothing inline.

/** @typedef {import("./nas-forecast-element.js").NasForecastElement} NasForecastElement */
/** @typedef {import("./nas-forecast-types.js").Report} Report */

const HOME = new URL("../", import.meta.url);
/** So far away from the viewport an embed starts to load, so that it is there when the reader is. */
const NEAR = "600px";
/** What may stay reserved below an embed that needs less: two lines and a twentieth. More would look like a hole. */
const SPARE_PX = 48;
const SPARE_SHARE = 0.05;
/** So long after the first forecast the embed is as high as it will be: cards that it loads later have come. */
const SETTLED_MS = 1000;
/** Higher than any content; a height beyond it is a mistake. */
const HIGHEST = 30_000;
/** Attributes for the page that shows the forecast; every name with a dot is a path of the scenario. */
const PAGE = /^(lang|theme|show|lock|compact|unit|gb|scale|(--)?(accent|font|radius))$/;
const SCENARIO = /^(v|preset|ssd_cache|.+\..+)$/;
/** Heights of cards: settings by section, and what stands below the figures. */
const SETTINGS = /** @type {Record<string, number>} */ ({ network: 453, nas: 345, drives: 430, volume: 310, ssd_cache: 195, protocol: 310, client: 310 });
const BELOW = /** @type {Record<string, number>} */ ({ advice: 276, compare: 240, share: 420, assumptions: 130 });

/** @type {WeakMap<Element, NasForecast>} */
const owners = new WeakMap();
/** @type {Set<HTMLIFrameElement>} */
const framed = new Set();

// Where there is no page (a server that renders one), importing this module does nothing.
class NasForecast extends (globalThis.HTMLElement ?? class {}) {
  /** @type {Set<NasForecast>} */
  static #unsized = new Set();
  /** One for all. @type {CSSStyleSheet | undefined} */
  static #sheet;
  #frame = document.createElement("iframe");
  #watch = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && this.#load(), { rootMargin: NEAR });
  #query = "";
  #ready = false;
  /** @type {any} what has still to be sent */
  #pending;
  /** @type {any} */
  #scenario;
  /** The report as it came, and once somebody has asked for it: most hosts never do. */
  #reportText = "";
  /** @type {Report | null} */
  #report = null;
  /** @type {ArrayBuffer | undefined} JSON, as it came */
  #reports;
  /** The width for which a height is reserved; 0 as long as the element is hidden. */
  #width = 0;
  #sizes = new ResizeObserver(([{ contentRect }]) => this.#resized(contentRect.width));
  /** What was reserved without the page having asked for it. */
  #own = "";

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [NasForecast.#sheet ??= makeSheet()];
    root.append(document.createElement("slot"));
    owners.set(this.#frame, this);
    // A property set before the element was defined hides the setter.
    const own = Object.getOwnPropertyDescriptor(this, "scenario");
    delete (/** @type {any} */ (this).scenario);
    if (own) this.scenario = own.value;
    new MutationObserver(() => this.#frame.isConnected && this.#load()).observe(this, { attributes: true });
  }

  connectedCallback() {
    this.#reserve();
    this.#watch.observe(this);
  }

  disconnectedCallback() {
    this.#watch.disconnect();
    this.#sizes.disconnect();
    this.#width = 0;
    // A frame that is moved loads anew.
    framed.delete(this.#frame);
    this.#frame.remove();
    this.#query = "";
  }

  /** The scenario as last set, or as the reader has changed it; undefined while it is still that of the attributes. */
  get scenario() {
    return this.#scenario;
  }

  /** Takes effect without an event; what can't be forecast is ignored. */
  set scenario(scenario) {
    this.#scenario = scenario;
    const isFirst = this.#pending === undefined;
    this.#pending = scenario;
    // Of several in a row only the last one is sent.
    if (isFirst) queueMicrotask(() => this.#flush());
  }

  /** The report of the scenario's workload, or of the first task; null until there is one. */
  get report() {
    if (this.#reportText) this.#report ??= JSON.parse(this.#reportText);
    return this.#report;
  }

  /** The reports of all tasks by name. */
  get reports() {
    return this.#reports ? JSON.parse(new TextDecoder().decode(this.#reports)) : {};
  }

  /** Reserves a height, with other elements that want one: all are looked at before any is changed, so that the page is laid out once. */
  #reserve() {
    const all = NasForecast.#unsized.add(this);
    if (all.size > 1) return;
    queueMicrotask(() => {
      const heights = [...all].map((each) => /** @type {const} */ ([each, each.#heightToReserve()]));
      all.clear();
      for (const [each, height] of heights) {
        if (height) each.style.minHeight = each.#own = height;
        each.#sizes.observe(each);
      }
    });
  }

  /** Whether the height in force is what was reserved here. */
  get #isOurs() {
    return this.#own !== "" && this.style.minHeight === this.#own;
  }

  /** Empty where the page itself reserves one. */
  #heightToReserve() {
    const isOurs = this.#isOurs || !(parseFloat(getComputedStyle(this).minHeight) > 0);
    return isOurs ? `${hint(this)}px` : "";
  }

  /** @param {number} width */
  #resized(width) {
    if (width === 0 || width === this.#width) return;
    const isFirst = this.#width === 0;
    this.#width = width;
    // Out of sight it could only be guessed for the window's width; for another width than at first it is wrong.
    if (isFirst) this.#reserve();
    else this.#release();
  }

  #release() {
    this.style.minHeight = "0";
    this.#sizes.disconnect();
    this.#width = 0;
  }

  /** A line or two too many stay, so that nothing below moves. */
  #releaseSpare() {
    // Both are known without laying the host's page out, unless the page reserves a height of its own.
    const needed = parseFloat(this.#frame.style.height);
    const reserved = this.#isOurs ? this.#own : getComputedStyle(this).minHeight;
    if (parseFloat(reserved) - needed > SPARE_PX + SPARE_SHARE * needed) this.#release();
  }

  #load() {
    this.#watch.disconnect();
    const page = new URLSearchParams({ embed: "1" });
    const scenario = new URLSearchParams();
    for (const { name, value } of this.attributes) {
      if (PAGE.test(name)) page.set(name.replace("--", ""), name === "compact" ? "1" : value);
      else if (SCENARIO.test(name)) scenario.set(name, value);
    }
    const query = `?${page}&${scenario}`;
    if (query === this.#query) return;
    const frame = this.#frame;
    // A change of language or colours keeps what the reader has set up; another scenario replaces it.
    if (this.#query && !this.#query.endsWith(`&${scenario}`)) this.#scenario = undefined;
    this.#query = query;
    this.#ready = false;
    this.#pending = this.#scenario;
    // Near the viewport it is already: so the browser begins to load when it is next idle, not while the element is set up.
    frame.loading = "lazy";
    frame.title = this.title || "nas-forecast";
    frame.referrerPolicy = "no-referrer";
    frame.allow = "clipboard-write";
    const sandbox = this.getAttribute("sandbox");
    if (sandbox !== null) frame.setAttribute("sandbox", sandbox);
    const address = new URL(`index.html${query}`, HOME).href;
    // Replaced in the session history: going back means leaving the article, not undoing an attribute.
    if (frame.isConnected && sandbox === null) frame.contentWindow?.location.replace(address);
    else frame.src = address;
    if (!frame.isConnected) {
      frame.className = "waiting";
      framed.add(frame);
      this.shadowRoot?.prepend(frame);
    }
  }

  #flush() {
    if (!this.#ready || this.#pending === undefined) return;
    const scenario = this.#pending;
    this.#pending = undefined;
    try {
      post(this.#frame, { type: "nas-forecast:scenario", version: 1, scenario });
    } catch {
      // A function, or another thing that no message can carry: no scenario either.
    }
  }

  /** @param {any} data a message of the frame */
  hear(data) {
    if (!this.#ready) {
      this.#ready = true;
      this.#flush();
    }
    if (data.type === "nas-forecast:height") {
      this.#frame.className = "";
    } else if (data.type === "nas-forecast:change") {
      this.#scenario = data.scenario;
      this.#tell("scenario-change", data.scenario);
    } else if (data.type === "nas-forecast:report") {
      if (!this.#reportText) setTimeout(() => this.#releaseSpare(), SETTLED_MS);
      this.#reportText = data.report;
      this.#report = null;
      this.#reports = data.reports;
      if (data.byReader) this.#tell("forecast", this.report);
    }
  }

  /** @param {string} type @param {any} detail */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

function makeSheet() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    ":host{display:block;position:relative}:host([hidden]){display:none}iframe{display:block;width:100%;border:0;color-scheme:inherit}iframe.waiting{position:absolute;inset:0;height:100%;opacity:0;pointer-events:none}iframe:not(.waiting)+slot{display:none}",
  );
  return sheet;
}

/**
 * The height of an embed that has not loaded yet, from what it will show: what it needs, or a line or two more, since
 * scenarios and languages differ. A page that knows better gives the element a `min-height`.
 * @param {HTMLElement} element
 */
function hint(element) {
  const { lang } = element;
  // Portuguese takes more words.
  const wordy = lang === "pt" ? 1.14 : 1;
  const width = element.clientWidth || innerWidth;
  const isWide = width >= 820;
  const isCompact = element.hasAttribute("compact");
  const narrow = Math.max(0, 560 - width) * 0.6;
  const list = (/** @type {string} */ name) => (element.getAttribute(name) ?? "").split(",").filter(Boolean);
  const named = list("show");
  const parts = named.filter((part) => !part.includes("."));
  const shown = new Set(parts.length > 0 ? parts : ["bottleneck", "headlines", "workloads", "cache"]);
  const scenario = element.getAttributeNames().filter((name) => SCENARIO.test(name));
  // Without a scenario the page starts with one that has a cache.
  const hasCache = shown.has("cache") && (scenario.length === 0 || scenario.some((name) => name.startsWith("ssd_cache")));
  const lines = (/** @type {number} */ length, /** @type {number} */ most) => Math.ceil(length / Math.min(width, most));

  const type = isCompact ? 16.3 : Math.min(24, 13.6 + 0.014 * width);
  let height = 56 + type * 1.32 * lines(58 * wordy * type, 992) + (shown.has("headlines") ? 0 : 12);
  let rows = 0;
  let settings = 0;
  for (const part of new Set([...shown, ...named.map((path) => path.split(".")[0])])) {
    const paths = named.filter((path) => path.startsWith(`${part}.`)).length;
    if (part === "bottleneck") height += 8 + 22.8 * lines((hasCache ? 1900 : 1350) * wordy, 700);
    else if (part === "headlines") height += width < 420 ? 117 : isCompact ? 83 : width < 620 ? 113 : 103;
    else if (part === "workloads") rows = 16;
    else if (part in BELOW) height += BELOW[part] + narrow;
    else if (part in SETTINGS) settings += paths ? 45 + 115 * paths + (width < 340 ? 20 : 0) : SETTINGS[part];
    // What is left are names of tasks, each a row.
    else if (part !== "cache") rows++;
  }
  settings = list("lock").includes("all") ? 0 : (settings || 410) + 12;
  let results = 0;
  if (rows > 0) {
    const groups = isCompact || rows < 2 ? 0 : Math.min(4, Math.ceil(rows / 2));
    const controls = width >= 500 ? 0 : width >= 440 && lang === "en" ? 0 : 64;
    const head = isCompact ? (isWide ? 98 : 83) : isWide ? (width < 1000 ? 173 : 203) : 187 + controls;
    const keys = !hasCache || isWide ? 0 : isCompact || width >= 680 ? 32 : 56;
    // Below 340 pixels names take two lines.
    const row = isCompact ? (isWide ? 36 : 84) : isWide ? 46 : 94 + Math.max(0, 340 - width) * 0.26;
    results = 12 + head + keys + groups * 34 + rows * row;
  }
  // On a wide page the settings stand beside the rows.
  return Math.round(height + (width < 1000 ? results + settings : Math.max(results, settings)));
}

/** @param {HTMLIFrameElement} frame @param {unknown} message */
function post(frame, message) {
  // A sandboxed frame has no origin to name; nothing sent is a secret.
  frame.contentWindow?.postMessage(message, frame.hasAttribute("sandbox") ? "*" : HOME.origin);
}

/**
 * What a page's own border takes of a frame's height. The element's frame has none; to look would lay the page out.
 * @param {HTMLIFrameElement} frame
 */
function borderOf(frame) {
  if (owners.has(frame) || getComputedStyle(frame).boxSizing !== "border-box") return 0;
  return frame.offsetHeight - frame.clientHeight;
}

/** @param {MessageEvent} event */
function listen({ data, origin, source }) {
  if (origin !== HOME.origin && origin !== "null") return;
  if (data?.version !== 1 || typeof data.type !== "string" || !data.type.startsWith("nas-forecast:")) return;
  const isSource = (/** @type {HTMLIFrameElement} */ frame) => frame.contentWindow === source;
  const frame = [...framed].find(isSource) ?? [...document.querySelectorAll("iframe")].find((each) => isSource(each) && each.src.startsWith(HOME.href));
  if (!frame) return;
  const { type, height } = data;
  if (type === "nas-forecast:height") {
    if (!(height > 0 && height < HIGHEST)) return;
    frame.style.height = `${height + borderOf(frame)}px`;
    // From here on nothing overflows, so the frame needs no scroll bars, not even for the moment in which it grows.
    post(frame, { type: "nas-forecast:sized", version: 1 });
  }
  owners.get(frame)?.hear(data);
}

if (globalThis.customElements && !customElements.get("nas-forecast")) {
  addEventListener("message", listen);
  customElements.define("nas-forecast", NasForecast);
}
