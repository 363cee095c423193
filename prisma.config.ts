import { accessSync, chmodSync, constants } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "prisma/config";

const schemaEngine = fileURLToPath(new URL("./prisma/schema-engine/schema-engine.mjs", import.meta.url));

// Prisma would download its native schema engine. The official WebAssembly build of the same engine
// comes from npm, so that a machine with nothing but npm can migrate. Name a native one to use it instead.
if (!process.env.PRISMA_SCHEMA_ENGINE_BINARY) {
  ensureExecutable(schemaEngine);
  process.env.PRISMA_SCHEMA_ENGINE_BINARY = schemaEngine;
}

/** Archives and some file systems drop the executable bit that git keeps. */
function ensureExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
}

const url = process.env.DATABASE_URL;

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  // `prisma generate` needs no database; commands that do need one reject a missing URL.
  ...(url ? { datasource: { url } } : {}),
});
