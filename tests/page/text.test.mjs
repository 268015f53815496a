// The four catalogues of words, and numbers as people type and read them. No browser needed, but the built engine.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as engine from "../../dist/www/engine.js";
import { knobTable } from "../../www/knob-table.js";
import { NOT_SHOWN, SECTIONS } from "../../www/view/layout.js";
import { startEngine } from "../tools/engine.mjs";
import { boxText, decimals, format, parseNumber } from "../../www/number.js";
import accuracyDe from "../../www/accuracy/text/de.js";
import accuracyFr from "../../www/accuracy/text/fr.js";
import builderDe from "../../www/builder/text/de.js";
import builderFr from "../../www/builder/text/fr.js";
import cacheDe from "../../www/cache/text/de.js";
import cacheFr from "../../www/cache/text/fr.js";
import guidesDe from "../../www/guides/articles/de.js";
import guidesFr from "../../www/guides/articles/fr.js";
import de from "../../www/text/de.js";
import en from "../../www/text/en.js";
import fr from "../../www/text/fr.js";
import pt from "../../www/text/pt.js";
import { Words, pickLanguage } from "../../www/text/index.js";
import { formatDuration } from "../../www/unit.js";
import { limitSentence } from "../../www/view/detail.js";

const catalogues = { en, fr, de, pt };

/**
 * @param {any} value
 * @param {string} [path]
 * @returns {[string, string][]} every text with its path
 */
function texts(value, path = "") {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, `${path}/${key}`));
}

/** @param {string} text */
function blanks(text) {
  return [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
}

for (const [lang, catalogue] of Object.entries(catalogues)) {
  test(`${lang} has the same keys as English`, () => {
    assert.deepEqual(texts(catalogue).map(([path]) => path), texts(en).map(([path]) => path));
  });

  test(`${lang} fills in the same values as English`, () => {
    const english = new Map(texts(en));
    for (const [path, text] of texts(catalogue)) {
      // A plural form may leave its number out ("one more drive").
      if (/\/(one|other)$/.test(path)) continue;
      assert.deepEqual(blanks(text), blanks(/** @type {string} */ (english.get(path))), path);
    }
  });

  test(`no text of ${lang} is empty or has stray spaces`, () => {
    for (const [path, text] of texts(catalogue)) assert.equal(text, text.trim() || "?", path);
  });
}

test("a sign that is set off by a space never begins a line", () => {
  for (const catalogue of [fr, accuracyFr, builderFr, cacheFr, guidesFr]) {
    for (const [path, text] of texts(catalogue)) assert.doesNotMatch(text, / [;:!?»%]|« /, path);
  }
  for (const catalogue of [de, accuracyDe, builderDe, cacheDe, guidesDe]) {
    for (const [path, text] of texts(catalogue)) assert.doesNotMatch(text, / %/, path);
  }
});

test("every setting has a name, a line of help and a reason why it matters, in every language", async () => {
  await startEngine();
  const outcome = engine.call("knobs", []);
  assert.ok("value" in outcome);
  const paths = [...knobTable(/** @type {any} */ (outcome.value)).keys()].filter((path) => SECTIONS.some((section) => path.startsWith(`${section}.`)) && !NOT_SHOWN.test(path));
  assert.ok(paths.length > 60, String(paths.length));
  for (const [lang, { knobs }] of Object.entries(catalogues)) {
    for (const path of paths) {
      const text = /** @type {Record<string, {label: string, help: string, why?: string}>} */ (knobs)[path];
      for (const part of /** @type {const} */ (["label", "help", "why"])) assert.ok(text?.[part], `${lang}: ${path} has no ${part}`);
    }
  }
});

test("no translation was forgotten", () => {
  // Words that are alike in both languages are short; a sentence never is.
  const english = new Map(texts(en));
  for (const [lang, catalogue] of Object.entries({ fr, de, pt })) {
    for (const [path, text] of texts(catalogue)) {
      if (text.split(" ").length > 4) assert.notEqual(text, english.get(path), `${lang}${path}`);
    }
  }
});

test("the language comes from the link first, then from the browser, then it is English", () => {
  assert.equal(pickLanguage("pt-BR", ["fr"]), "pt");
  assert.equal(pickLanguage(null, ["nl-NL", "de-CH", "en"]), "de");
  assert.equal(pickLanguage("constructor", ["xx"]), "en");
});

test("a comma and a point both mark decimals", () => {
  assert.deepEqual(parseNumber("2,5"), { value: 2.5 });
  assert.deepEqual(parseNumber("2.5"), { value: 2.5 });
  assert.deepEqual(parseNumber(" 0,125 "), { value: 0.125 });
  assert.deepEqual(parseNumber("-.5"), { value: -0.5 });
  assert.deepEqual(parseNumber(".5"), { value: 0.5 });
});

test("one sign before exactly three digits is a question, not a number", () => {
  assert.deepEqual(parseNumber("1.000"), { ambiguous: [1000, 1] });
  assert.deepEqual(parseNumber("12,500"), { ambiguous: [12_500, 12.5] });
});

test("groups of thousands are read where nothing else can be meant", () => {
  assert.deepEqual(parseNumber("1 000"), { value: 1000 });
  assert.deepEqual(parseNumber("1\u202f234,5"), { value: 1234.5 });
  assert.deepEqual(parseNumber("1.234,5"), { value: 1234.5 });
  assert.deepEqual(parseNumber("1,234.5"), { value: 1234.5 });
  assert.deepEqual(parseNumber("1.234.567"), { value: 1_234_567 });
  assert.deepEqual(parseNumber("12.34.56"), { invalid: true });
});

test("what is no number is refused", () => {
  for (const text of ["", "abc", "1e5", "0x10", "1-2", "NaN", "١٢"]) assert.deepEqual(parseNumber(text), { invalid: true }, text);
});

test("what a box shows is read back as the same number in every language", () => {
  const values = [0, 1, 2.5, 0.25, 0.125, 1.125, 1000, 1234.5, 12_345_678, 0.001];
  for (const lang of Object.keys(catalogues)) {
    for (const value of values) assert.deepEqual(parseNumber(boxText(value, lang)), { value }, `${lang} ${value}`);
  }
});

test("a figure shows no more digits than its interval allows", () => {
  assert.equal(format(118.23, "en", 117.9, 118.6), "118");
  assert.equal(format(118.23, "en", 90, 140), "120");
  assert.equal(format(3.6234, "de", 3.4, 3.8), "3,6");
  assert.equal(format(95_214, "en", 95_000, 95_500), "95,200");
  assert.equal(decimals(0.9, 0.2, 1.6), 2);
});

test("what limits is said by how busy it is, or by the time spent where another part is busier", async () => {
  const words = await Words.load("en");
  const station = (/** @type {string} */ id, /** @type {number} */ utilisation, /** @type {number} */ time_share) => ({ id, utilisation, time_share });
  const said = (/** @type {object[]} */ stations) => limitSentence(words, /** @type {any} */ ({ bottleneck: "link", stations })).replaceAll("\u00a0", " ");
  assert.equal(said([station("client", 0.38, 0.19), station("link", 0.99, 0.5), station("drives", 0.41, 0.26)]), "Limited by the network, 99% busy. Next: drives, 41% busy.");
  assert.equal(said([station("client", 0.38, 0.19), station("link", 0.37, 0.5), station("drives", 0.24, 0.26)]), "Limited by the network: 50% of the time goes there. Next: drives, 26%.");
});

test("a duration is told in at most two units", () => {
  const plain = (/** @type {number} */ seconds) => formatDuration(seconds, "en").replaceAll("\u00a0", " ");
  assert.equal(plain(424), "7 min 4 s");
  assert.equal(plain(0.37), "0.37 s");
  assert.equal(plain(3600), "1 h");
  assert.equal(plain(7800), "2 h 10 min");
  assert.equal(plain(50_000), "14 h");
  assert.equal(plain(Infinity), "–");
  assert.equal(formatDuration(90_000, "fr"), "1\u00a0j 1\u00a0h", "a French day is a jour");
});
