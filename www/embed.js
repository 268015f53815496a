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
/** Higher than any content; a height beyond it is a mistake. */
const HIGHEST = 30_000;
/** Attributes for the page that shows the forecast; every name with a dot is a path of the scenario. */
const PAGE = /^(lang|theme|show|lock|compact|unit|gb|scale|(--)?(accent|font|radius))$/;
const SCENARIO = /^(v|preset|ssd_cache|.+\..+)$/;

/** @type {WeakMap<Element, NasForecast>} */
const owners = new WeakMap();
/** @type {Set<HTMLIFrameElement>} */
const framed = new Set();

// Where there is no page (a server that renders one), importing this module does nothing.
class NasForecast extends (globalThis.HTMLElement ?? class {}) {
  #frame = document.createElement("iframe");
  #watch = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && this.#load(), { rootMargin: NEAR });
  #query = "";
  #ready = false;
  /** @type {any} what has still to be sent */
  #pending;
  /** @type {any} */
  #scenario;
  /** @type {Report | null} */
  #report = null;
  /** @type {Record<string, Report>} */
  #reports = {};

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      ":host{display:block;position:relative}:host([hidden]){display:none}iframe{display:block;width:100%;border:0;color-scheme:inherit}iframe.waiting{position:absolute;inset:0;height:100%;opacity:0;pointer-events:none}iframe:not(.waiting)+slot{display:none}",
    );
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    root.append(document.createElement("slot"));
    owners.set(this.#frame, this);
    // A property set before the element was defined hides the setter.
    const own = Object.getOwnPropertyDescriptor(this, "scenario");
    delete (/** @type {any} */ (this).scenario);
    if (own) this.scenario = own.value;
    new MutationObserver(() => this.#frame.isConnected && this.#load()).observe(this, { attributes: true });
  }

  connectedCallback() {
    // What the page itself reserves goes first.
    if (!(parseFloat(getComputedStyle(this).minHeight) > 0)) this.style.minHeight = `${hint(this)}px`;
    this.#watch.observe(this);
  }

  disconnectedCallback() {
    this.#watch.disconnect();
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
    return this.#report;
  }

  /** The reports of all tasks by name. */
  get reports() {
    return this.#reports;
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
    post(this.#frame, { type: "nas-forecast:scenario", version: 1, scenario: this.#pending });
    this.#pending = undefined;
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
      this.#report = data.report;
      this.#reports = data.reports;
      // The first forecast fills lines that were empty; until then the page keeps what it reserved.
      this.style.minHeight = "0";
      if (data.byReader) this.#tell("forecast", data.report);
    }
  }

  /** @param {string} type @param {any} detail */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

/**
 * About the height of an embed that has not loaded yet, from what it will show. A page that knows better gives the element
 * a `min-height`.
 * @param {Element} element
 */
function hint(element) {
  const width = element.clientWidth;
  const compact = element.hasAttribute("compact");
  const list = (/** @type {string} */ name) => (element.getAttribute(name) ?? "").split(",").filter(Boolean);
  const show = list("show");
  const row = (width < 820 ? 102 : 56) - (compact ? 23 : 0);
  let height = 195 + Math.max(0, 500 - width) / 2;
  let rows = 0;
  let settings = list("lock").includes("all") ? 0 : 7 * 56;
  for (const part of show.length > 0 ? show : ["headlines", "workloads"]) {
    if (part === "headlines") height += compact ? 65 : 95;
    else if (part === "workloads") rows = 16;
    else if (part.includes(".")) settings = 157;
    else if (/^(network|nas|drives|volume|ssd_cache|protocol|client)$/.test(part)) settings = 375;
    // What is left are names of tasks, each a row.
    else if (part.includes("-")) rows++;
  }
  return height + settings + (rows && rows * row + (compact ? 140 : 165));
}

/** @param {HTMLIFrameElement} frame @param {unknown} message */
function post(frame, message) {
  // A sandboxed frame has no origin to name; nothing sent is a secret.
  frame.contentWindow?.postMessage(message, frame.hasAttribute("sandbox") ? "*" : HOME.origin);
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
    const border = getComputedStyle(frame).boxSizing === "border-box" ? frame.offsetHeight - frame.clientHeight : 0;
    frame.style.height = `${height + border}px`;
    // From here on nothing overflows, so the frame needs no scroll bars, not even for the moment in which it grows.
    post(frame, { type: "nas-forecast:sized", version: 1 });
  }
  owners.get(frame)?.hear(data);
}

if (globalThis.customElements && !customElements.get("nas-forecast")) {
  addEventListener("message", listen);
  customElements.define("nas-forecast", NasForecast);
}
