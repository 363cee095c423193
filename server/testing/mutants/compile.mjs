/**
 * Stryker runs this in its copy of the sources, when they are full of mutants: loading JavaScript takes a third of the time.
 * It would link our packages itself, but only afterwards.
 */
import { symlinkSync } from "node:fs";
import process from "node:process";
import { compile } from "../../scripts/tests/compile.mjs";
import { COMPILED, TESTS } from "./stryker.config.mjs";

symlinkSync(process.env.OUR_PACKAGES, "node_modules");
await compile(TESTS, COMPILED);
