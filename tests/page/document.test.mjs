// Scenario documents as the page keeps them, their links, and the store with its history. No browser needed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { get, leaves, same, set } from "../../www/document.js";
import { splitQuery, toQuery } from "../../www/link.js";
import { Store } from "../../www/store.js";
import { makeAxis } from "../../www/chart/axis.js";

test("a document is changed by a copy, and sections that become empty go", () => {
  const before = { version: 1, network: { link_gbit: 10 } };
  const after = set(before, "network.link_gbit", undefined);
  assert.deepEqual(after, { version: 1 });
  assert.deepEqual(before, { version: 1, network: { link_gbit: 10 } });
  assert.equal(get(before, "network.link_gbit.deeper"), undefined);
});

test("a hostile name becomes a plain field of its own", () => {
  const doc = set({ version: 1 }, "__proto__.polluted", true);
  assert.equal(/** @type {any} */ ({}).polluted, undefined);
  assert.deepEqual(leaves(doc).map(([path]) => path), ["version", "__proto__.polluted"]);
  assert.equal(get({}, "constructor.name"), undefined);
});

test("a link names every path that the document says, readably", () => {
  const doc = { version: 1, label: "A & B, 2/3", network: { link_gbit: 2.5 }, ssd_cache: null, protocol: { encrypted: false } };
  assert.equal(toQuery(doc), "v=1&label=A+%26+B,+2/3&network.link_gbit=2.5&ssd_cache=null&protocol.encrypted=false");
});

test("lists in a link are numbered", () => {
  const doc = { version: 1, workload: { kind: "mix", parts: [{ weight: 3, workload: { preset: "jpg-photos" } }] } };
  assert.equal(toQuery(doc), "v=1&workload.kind=mix&workload.parts.0.weight=3&workload.parts.0.workload.preset=jpg-photos");
});

test("settings of the page are told from the scenario", () => {
  const { pairs, page } = splitQuery("?v=1&lang=fr&embed=1&preset=synology-ds918-plus&drives.count=4");
  assert.deepEqual(page, { lang: "fr", embed: "1" });
  assert.deepEqual(pairs, [["v", "1"], ["nas.preset", "synology-ds918-plus"], ["drives.count", "4"]]);
});

test("a whole drag is one step to undo", () => {
  const store = new Store({ version: 1 }, {});
  for (const count of [2, 3, 4]) store.change({ version: 1, drives: { count } }, true);
  store.change({ version: 1, drives: { count: 4 } });
  store.change({ version: 1, drives: { count: 5 } });
  store.undo();
  assert.deepEqual(store.doc, { version: 1, drives: { count: 4 } });
  store.undo();
  assert.deepEqual(store.doc, { version: 1 });
  store.redo();
  assert.deepEqual(store.doc, { version: 1, drives: { count: 4 } });
  assert.ok(store.canUndo && store.canRedo);
});

test("a new change after an undo drops what was undone", () => {
  const store = new Store({ version: 1 }, {});
  store.change({ version: 1, label: "a" });
  store.undo();
  store.change({ version: 1, label: "b" });
  assert.equal(store.canRedo, false);
});

test("setting a scenario from outside is no step and no change by the reader", () => {
  const store = new Store({ version: 1 }, {});
  /** @type {boolean[]} */
  const byReader = [];
  store.subscribe((_, reader) => byReader.push(reader));
  store.replace({ version: 1, label: "outside" });
  assert.deepEqual([store.canUndo, byReader], [false, [false]]);
});

test("documents are compared by content", () => {
  assert.ok(same({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }));
  assert.ok(!same({ a: null }, {}));
  assert.ok(!same({ a: 1 }, { b: 1 }));
});

test("the axis of powers of ten stays put while values stay within it", () => {
  const ends = [5, 118, 900].map((largest) => makeAxis("mb_s", "log", largest).max);
  assert.deepEqual(ends, [1000, 1000, 1000]);
  const axis = makeAxis("mb_s", "log", 1186);
  assert.deepEqual(axis.ticks, [0.1, 1, 10, 100, 1000, 10_000]);
  assert.equal(axis.at(0.01), 0);
  assert.ok(Math.abs(axis.at(100) - 60) < 1e-9);
});

test("the even axis begins at zero and ends at a round number", () => {
  const axis = makeAxis("mb_s", "linear", 118);
  assert.deepEqual([axis.min, axis.max, axis.ticks], [0, 150, [0, 50, 100, 150]]);
});
