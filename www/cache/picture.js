// The chart as a picture that stands alone: the styles that the page gives it become attributes, its colours plain
// hexadecimal, which every viewer of SVG knows.

import { svg } from "../dom.js";

const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "font-size", "font-weight"];
const ROW = 20;
const FONT = "system-ui, Segoe UI, Roboto, sans-serif";

/**
 * @param {SVGSVGElement} chart as it is on the page
 * @param {string} title
 * @param {string[]} names of its lines, in their order
 */
export function pictureOf(chart, title, names) {
  const { width, height } = chart.viewBox.baseVal;
  const below = names.length * ROW + 16;
  const ink = readColour(getComputedStyle(document.body).color);
  const copy = svg("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 -40 ${width} ${height + below + 40}`, width, height: height + below + 40, "font-family": FONT });
  copy.append(svg("rect", { y: -40, width, height: height + below + 40, fill: readColour(getComputedStyle(document.body).backgroundColor) }));
  copy.append(svg("text", { x: 2, y: -14, fill: ink, "font-size": 16, "font-weight": 600 }, title));
  for (const child of chart.children) copy.append(plain(child));
  const lines = [...chart.querySelectorAll(".series:not(.area)")];
  names.forEach((name, index) => {
    const y = height + 12 + index * ROW;
    const sample = /** @type {Element} */ (plain(lines[index]));
    sample.replaceChildren();
    sample.setAttribute("d", `M2 ${y}H42`);
    copy.append(sample, svg("text", { x: 52, y: y + 4, fill: ink, "font-size": 13 }, name));
  });
  return new XMLSerializer().serializeToString(copy);
}

/** @param {Element} element */
function plain(element) {
  const copy = /** @type {Element} */ (element.cloneNode(true));
  const style = getComputedStyle(element);
  for (const name of STYLES) {
    const value = style.getPropertyValue(name);
    copy.setAttribute(name, /^(fill|stroke)$/.test(name) ? readColour(value) : value);
  }
  copy.removeAttribute("class");
  return copy;
}

/** @param {string} colour in any of CSS's notations */
function readColour(colour) {
  if (colour === "none") return colour;
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!canvas) return "#000000";
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
