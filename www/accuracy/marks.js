// A mark for each source: seven shapes times six colours, stepping through both at once, so that neighbours differ in
// both and forty sources stay apart in grey, too.

import { svg } from "../dom.js";

/** Outlines around 0, about five pixels to each side. */
const SHAPES = [
  "M4 0A4 4 0 1 1 -4 0A4 4 0 1 1 4 0Z",
  "M-3.6 -3.6H3.6V3.6H-3.6Z",
  "M0 -5L4.6 3.4H-4.6Z",
  "M0 -5.2L5.2 0L0 5.2L-5.2 0Z",
  "M0 5L4.6 -3.4H-4.6Z",
  "M-1.5 -4.8H1.5V-1.5H4.8V1.5H1.5V4.8H-1.5V1.5H-4.8V-1.5H-1.5Z",
  "M0 -5.4L1.4 -1.9L5.2 -1.7L2.2 0.7L3.2 4.4L0 2.3L-3.2 4.4L-2.2 0.7L-5.2 -1.7L-1.4 -1.9Z",
];
const COLOURS = 6;

/** @param {number} index of the source */
export function markProps(index) {
  return { d: SHAPES[index % SHAPES.length], class: `mark mark-${index % COLOURS}` };
}

/** A mark by itself, as in a legend. @param {number} index */
export function legendMark(index) {
  return svg("svg", { class: "legend-mark", viewBox: "-7 -7 14 14", width: 14, height: 14, "aria-hidden": "true", focusable: "false" }, svg("path", markProps(index)));
}
