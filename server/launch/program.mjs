import process from "node:process";
import { build } from "./build/build.mjs";
import { bundled } from "./build/bundle.mjs";
import { runNode, typeScript } from "./run.mjs";

/**
 * The arguments that run one of the bundle's programs. The bundle is never remade for a command: the app that runs from
 * it may not have loaded all of it yet. Where it isn't of these sources, the program runs from them.
 */
export function program(file, ...args) {
  return build.isDue() ? typeScript(file, ...args) : bundled(file, ...args);
}

/** The same for a program that wants this checkout's database. */
export function onDatabase(file, ...args) {
  return program("server/startup/run-with-database.ts", program(file).at(-1), ...args);
}

/**
 * Brings a database that was given up to date by `server/migrate-database.ts`, in the form that is due; the embedded one
 * is migrated by the process that runs it. False: it said why it couldn't.
 */
export async function migrateGiven(migration) {
  if (!process.env.DATABASE_URL) return true;
  const { code } = await runNode(migration, { isShown: true });
  return code === 0;
}
