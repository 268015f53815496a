// The golden cases: folders of tests/golden, each a scenario and its report.

import { readFile, readdir } from "node:fs/promises";

const folder = new URL("../golden/", import.meta.url);

/** @returns {Promise<{ name: string, scenario: string, report: any }[]>} scenario as text, report parsed */
export async function goldenCases() {
  const names = (await readdir(folder)).sort();
  return Promise.all(
    names.map(async (name) => {
      const read = (/** @type {string} */ file) => readFile(new URL(`${name}/${file}`, folder), "utf8");
      return { name, scenario: await read("scenario.json"), report: JSON.parse(await read("report.json")) };
    }),
  );
}
