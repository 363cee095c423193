import process from "node:process";
import { runNode } from "./run.mjs";

/**
 * Migrates an external database with the given form of `server/programs/migrate-database.ts`; the embedded one is migrated by
 * the process that runs it. False if it failed and printed why.
 */
export async function migrateGiven(migration) {
  if (!process.env.DATABASE_URL) return true;
  const { code } = await runNode(migration, { isShown: true });
  return code === 0;
}
