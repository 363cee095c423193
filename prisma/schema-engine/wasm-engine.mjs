import { readFile } from "node:fs/promises";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import { AdapterFactory } from "./database.mjs";

async function loadWasm() {
  const bytes = await readFile(
    new URL("schema_engine_bg.wasm", import.meta.resolve("@prisma/schema-engine-wasm/schema_engine_bg")),
  );
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": bindings });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
}

/**
 * The engine on one database, or without a URL for commands that need none, such as comparing two schema files. Driver errors
 * cross WebAssembly as an id; `explain` returns the original error.
 */
export async function openEngine(url, datamodels) {
  await loadWasm();
  const options = { datamodels: datamodels.length > 0 ? datamodels : undefined };
  const adapter = bindMigrationAwareSqlAdapterFactory(new AdapterFactory(url));
  const explain = (error) => {
    const id = /External error id#(\d+)/.exec(String(error?.message ?? error))?.[1];
    return (id !== undefined && adapter.errorRegistry.consumeError(Number(id))?.error) || error;
  };
  try {
    const engine = await bindings.SchemaEngine.new(options, () => undefined, adapter);
    return { engine, explain };
  } catch (error) {
    throw explain(error);
  }
}
