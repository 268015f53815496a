// Making and updating elements without a framework and without ever parsing HTML: whatever a scenario holds
// reaches the page as text nodes and attributes, so no label can become markup.

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, any>} Props */

/**
 * Sets properties: `on…` functions listen, `class` and everything else are attributes, `true` is an empty attribute,
 * `false`, `null` and `undefined` leave it out.
 * @param {Element} element
 * @param {Props} props
 */
export function setProps(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on") && typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value === false || value === null || value === undefined) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  setProps(element, props);
  append(element, children);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, props = {}, ...children) {
  const element = document.createElementNS(SVG_NAMESPACE, tag);
  setProps(element, props);
  append(element, children);
  return element;
}

/**
 * @param {Element} parent
 * @param {(Child | Child[])[]} children
 */
function append(parent, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Writes text only when it differs: an untouched text node costs no layout while a slider is dragged.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Puts nodes into a sentence: "A {nas} with {drives}" and two nodes give text, node, text, node.
 * @param {string} template
 * @param {Record<string, Node | string>} parts
 * @returns {(Node | string)[]}
 */
export function weave(template, parts) {
  return template.split(/\{(\w+)\}/).map((piece, index) => (index % 2 ? (parts[piece] ?? "") : piece));
}

/**
 * The same for plain text.
 * @param {string} template
 * @param {Record<string, string | number>} [parts]
 */
export function fill(template, parts = {}) {
  return template.replace(/\{(\w+)\}/g, (_, name) => String(parts[name] ?? ""));
}
