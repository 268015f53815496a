// Handing files to the reader, and the curves as one.

/** @typedef {import("../nas-forecast-types.js").CacheResults} CacheResults */

/**
 * One row a size, one column a policy; figures with a point, whatever the language, for other programs to read.
 * @param {CacheResults} results
 */
export function curvesCsv({ mrc, block_bytes }) {
  const head = ["blocks", ...(block_bytes === null ? [] : ["bytes"]), ...mrc.map(({ policy }) => `miss_ratio_${policy.replaceAll("-", "_")}`)];
  const rows = (mrc[0]?.points ?? []).map(({ size }, index) => [size, ...(block_bytes === null ? [] : [size * block_bytes]), ...mrc.map(({ points }) => points[index].miss_ratio)]);
  return [head, ...rows].map((row) => row.join(",")).join("\n") + "\n";
}

/**
 * @param {string} name
 * @param {string} content
 * @param {string} type
 */
export function save(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
