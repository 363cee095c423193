import process from "node:process";
import { runNode } from "./run.mjs";

/**
 * Brings a database that was given up to date by `server/programs/migrate-database.ts`, in the form that is due; the embedded one
 * is migrated by the process that runs it. False: it said why it couldn't.
 */
export async function migrateGiven(migration) {
  if (!process.env.DATABASE_URL) return true;
  const { code } = await runNode(migration, { isShown: true });
  return code === 0;
}
