// The words and signs that `nas-forecast render` needs, taken from the page's catalogues, so that no sentence is written
// twice: `node render-texts.mjs FOLDER` writes a JSON file for each language. `./build.sh golden` runs it; a test compares.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { TASKS } from "../../www/tasks.js";
import { LANGUAGES, Words } from "../../www/text/index.js";
import NAMES from "../../www/text/names.js";
import { unitName } from "../../www/wording.js";

/** Where the command line has them compiled in. */
export const RENDER_TEXTS = fileURLToPath(new URL("../../crate/cli/src/render/text/", import.meta.url));

/** @param {import("../../www/text/index.js").Language} lang */
export async function renderText(lang) {
  const words = await Words.load(lang);
  const { text } = words;
  const parts = new Intl.NumberFormat(lang).formatToParts(1_234_567.5);
  const sign = (/** @type {string} */ type) => parts.find((part) => part.type === type)?.value ?? "";
  const pick = (/** @type {Record<string, {name: string}>} */ table) => Object.fromEntries(Object.entries(table).map(([id, { name }]) => [id, name]));
  const { task, without, with: withCache, plain, interval, limitedBy, rangeOf } = text.results;
  const tasks = pick(text.tasks);
  return {
    number: { decimal: sign("decimal"), group: sign("group") },
    units: Object.fromEntries(["MB/s", "GB", "TB", "Gbit/s"].map((unit) => [unit, unitName(words, unit)])),
    sentence: text.sentence,
    choices: { ...NAMES, ...text.choices },
    results: { task, without, with: withCache, plain, interval, limitedBy, rangeOf },
    stations: pick(text.stations),
    tasks: TASKS.map((id) => [id, tasks[id]]),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? RENDER_TEXTS;
  for (const lang of /** @type {(keyof typeof LANGUAGES)[]} */ (Object.keys(LANGUAGES))) {
    await writeFile(join(folder, `${lang}.json`), `${JSON.stringify(await renderText(lang), null, 1)}\n`);
  }
}
