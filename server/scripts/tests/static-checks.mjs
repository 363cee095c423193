import { rmSync } from "node:fs";
import { join } from "node:path";
import { BUILD } from "../build/builds.mjs";
import { findNpm } from "../install.mjs";
import { installed, ROOT, runNode, say } from "../run.mjs";

const checks = ["check:format", "check:types", "check:imports", "check:unused"];

/** Format, types, import rules, unused code. Resolves with those that failed, and what they said. */
export async function runStaticChecks({ atOnce }) {
  // What a dev server wrote about routes that may be gone by now; tsc would read it.
  rmSync(join(ROOT, ".next/dev/types"), { recursive: true, force: true });
  // Next writes the folder of its types into tsconfig.json, so they are not the current build's.
  await runNode([installed("next/dist/bin/next"), "typegen"], { env: { [BUILD]: ".next" } });
  const outcomes = [];
  for (let first = 0; first < checks.length; first += atOnce) {
    outcomes.push(...(await Promise.all(checks.slice(first, first + atOnce).map(runCheck))));
  }
  return outcomes.filter(({ code }) => code !== 0);
}

async function runCheck(name) {
  const { code, output } = await runNode([findNpm(), "run", "--silent", name]);
  say(`${code === 0 ? "✔" : "✖"} ${name}`);
  return { title: name, text: output, code };
}
