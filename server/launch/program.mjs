import { build } from "./build/build.mjs";
import { bundled } from "./build/bundle.mjs";
import { typeScript } from "./run.mjs";

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
