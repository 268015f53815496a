// Spoils one exported function of the engine's module, to see what the page makes of an engine that dies or hangs.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import binaryen from "binaryen";
import { site } from "./browser.mjs";

/**
 * @param {string} name the export to spoil
 * @param {"trap" | "hang"} how
 * @returns {Promise<Buffer>} the module's bytes
 */
export async function sabotagedEngine(name, how) {
  const bytes = await readFile(join(site, "www/wasm/nas_forecast_web_bg.wasm"));
  const module = binaryen.readBinary(new Uint8Array(bytes));
  const { BulkMemory, BulkMemoryOpt, Multivalue, MutableGlobals, NontrappingFPToInt, ReferenceTypes, SignExt } = binaryen.Features;
  module.setFeatures(
    BulkMemory | BulkMemoryOpt | Multivalue | MutableGlobals | NontrappingFPToInt | ReferenceTypes | SignExt,
  );
  const target = binaryen.getExportInfo(module.getExport(name)).value;
  const { params, results } = binaryen.getFunctionInfo(module.getFunction(target));
  const body = how === "trap" ? module.unreachable() : module.loop("for_ever", module.br("for_ever"));
  module.removeFunction(target);
  module.addFunction(target, params, results, [], body);
  const spoilt = Buffer.from(module.emitBinary());
  module.dispose();
  return spoilt;
}
