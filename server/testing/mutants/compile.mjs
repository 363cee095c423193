/**
 * Run by Stryker in its mutated copy of the sources, because loading JavaScript takes a third of the time. Links packages
 * itself, since Stryker would do so only afterwards.
 */
import { symlinkSync } from "node:fs";
import process from "node:process";
import { compile } from "../../scripts/tests/compile.mjs";
import { COMPILED, TESTS } from "./stryker.config.mjs";

symlinkSync(process.env.OUR_PACKAGES, "node_modules");
await compile(TESTS, COMPILED);
