// The chart as a picture that stands alone: sentence, bars, figures and source in one SVG with fixed size and colours.

import { svg } from "../dom.js";
import { TASKS } from "../tasks.js";
import { measure } from "../unit.js";
import { cached } from "../number.js";
import { columnUnit, figureText, stationText } from "../wording.js";
import { sentenceText } from "../view/sentence.js";
import { taskText } from "../view/results.js";
import { makeAxis } from "./axis.js";

/** @typedef {import("../table.js").Figures} Figures */
/** @typedef {import("../types.js").Quantity} Quantity */

const WIDTH = 860;
const ROW = 34;
const TOP = 96;
const LEFT = 220;
const RIGHT = 190;
const PLOT = WIDTH - LEFT - RIGHT;

/** @param {Figures} figures */
export function chartSvg({ context, results, resolved }) {
  const { words, store } = context;
  const { unit, gb, scale } = store.view;
  const rows = TASKS.map((id) => results.get(id)).filter((row) => row !== undefined);
  const colour = readColours();
  const shown = rows.map((row) => {
    const plain = row.report_without_cache ?? row.report;
    return { row, plain: measure(plain, unit, gb), cached: row.report_without_cache ? measure(row.report, unit, gb) : null };
  });
  const axis = makeAxis(unit, scale, Math.max(0, ...shown.flatMap(({ plain, cached }) => [plain?.high ?? 0, cached?.high ?? 0])));
  const at = (/** @type {number} */ value) => LEFT + (axis.at(value) / 100) * PLOT;
  const height = TOP + rows.length * ROW + 34;
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ content, /** @type {Record<string, any>} */ props = {}) => svg("text", { x, y, fill: colour.ink, "font-size": 13, ...props }, content);
  const picture = svg("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height, "font-family": "system-ui, Segoe UI, Roboto, sans-serif" });
  picture.append(svg("rect", { width: WIDTH, height, fill: colour.card }));
  wrap(resolved ? sentenceText(context, resolved) : "", 92).forEach((line, index) => picture.append(text(16, 28 + index * 22, line, { "font-size": 16, "font-weight": 600 })));
  picture.append(text(LEFT + PLOT, TOP - 26, columnUnit(words, unit, gb), { "text-anchor": "end", "font-size": 11, fill: colour.soft }));
  for (const tick of axis.ticks) {
    const x = at(tick);
    picture.append(svg("line", { x1: x, x2: x, y1: TOP - 4, y2: TOP + rows.length * ROW, stroke: colour.line }), text(x, TOP - 9, unit === "time" ? figureText(words, { value: tick, low: tick, high: tick }, unit) : cached(words.lang, {}).format(tick), { "text-anchor": "middle", "font-size": 11, fill: colour.soft }));
  }
  shown.forEach(({ row, plain, cached: withCache }, index) => {
    const y = TOP + index * ROW;
    picture.append(text(16, y + 20, taskText(words, row.id).name));
    const bar = (/** @type {Quantity | null} */ figure, /** @type {string} */ fill, /** @type {number} */ top, /** @type {number} */ size) => {
      if (!figure) return;
      const middle = top + size / 2;
      picture.append(svg("rect", { x: LEFT, y: top, width: Math.max(1, at(figure.value) - LEFT), height: size, fill }), svg("path", { d: `M${at(figure.low)} ${middle}H${at(figure.high)}`, stroke: colour.ink, "stroke-width": 1.5 }));
    };
    bar(plain, colour.plain, y + 6, withCache ? 9 : 18);
    bar(withCache, colour.cached, y + 17, 11);
    const main = withCache ?? plain;
    picture.append(text(LEFT + PLOT + 60, y + 20, main ? figureText(words, main, unit) : "–", { "text-anchor": "end", "font-weight": 600 }), text(LEFT + PLOT + 72, y + 20, stationText(words, row.report.bottleneck).name, { "font-size": 12, fill: colour.soft }));
  });
  picture.append(text(16, height - 12, `nas-forecast · ${words.text.results.interval}`, { "font-size": 11, fill: colour.soft }));
  return new XMLSerializer().serializeToString(picture);
}

/** @param {string} sentence @param {number} length */
function wrap(sentence, length) {
  const lines = [""];
  for (const word of sentence.split(" ")) {
    const last = lines[lines.length - 1];
    if (last.length + word.length + 1 > length && last !== "") lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines.slice(0, 2);
}

/** The page's colours as plain hexadecimal, which every viewer of SVG knows. */
function readColours() {
  const probe = document.createElement("i");
  document.body.append(probe);
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const read = (/** @type {string} */ token) => {
    probe.style.color = `var(--${token})`;
    if (!canvas) return "#000000";
    canvas.fillStyle = getComputedStyle(probe).color;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  };
  const colours = { ink: read("ink"), soft: read("soft"), line: read("grid"), card: read("card"), plain: read("plain"), cached: read("cached") };
  probe.remove();
  return colours;
}

/**
 * @param {string} source
 * @returns {Promise<Blob>}
 */
export async function toPng(source) {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([source], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
  } finally {
    URL.revokeObjectURL(address);
  }
  const canvas = document.createElement("canvas");
  // Twice the size: sharp on dense screens and in print.
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}
