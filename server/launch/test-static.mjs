import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findNpm } from "./install.mjs";
import { installed, ROOT, runNode, say } from "./run.mjs";

const checks = ["check:format", "check:types", "check:imports", "check:unused"];

/** Format, types, import rules, unused code. Resolves with the names of those that failed. */
export async function runStaticChecks() {
  // What a dev server wrote about routes that may be gone by now; tsc would read it.
  rmSync(join(ROOT, ".next/dev/types"), { recursive: true, force: true });
  if (!existsSync(join(ROOT, "next-env.d.ts"))) await runNode([installed("next/dist/bin/next"), "typegen"]);
  const outcomes = [];
  // Two at a time: more would only wait for each other on a small machine.
  for (let first = 0; first < checks.length; first += 2) {
    outcomes.push(...(await Promise.all(checks.slice(first, first + 2).map(runCheck))));
  }
  for (const { name, code, output } of outcomes) {
    say(`${code === 0 ? "✔" : "✖"} ${name}`);
    if (code !== 0) say(output);
  }
  return outcomes.filter(({ code }) => code !== 0).map(({ name }) => name);
}

async function runCheck(name) {
  const { code, output } = await runNode([findNpm(), "run", "--silent", name]);
  return { name, code, output };
}
