import { rmSync } from "node:fs";
import { join } from "node:path";
import { BUILD } from "../build/builds.mjs";
import { findNpm } from "../install.mjs";
import { installed, ROOT, runNode, say } from "../run.mjs";

const checks = ["check:format", "check:types", "check:imports", "check:unused"];

export async function runStaticChecks({ atOnce }) {
  // Types written by a dev server for routes that may be gone; tsc would read them.
  rmSync(join(ROOT, ".next/dev/types"), { recursive: true, force: true });
  // Next writes its types folder into tsconfig.json, so it must not be that of the current build.
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
