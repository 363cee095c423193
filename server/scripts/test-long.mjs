/** npm run test:long [-- part of a path …]: tests that take minutes, such as load, soak, and crash tests. */
import process from "node:process";
import { prepare } from "./prepare.mjs";
import { runScript, Stop } from "./run.mjs";
import { findChromium } from "./tests/chromium.mjs";
import { installApart } from "./tests/install-apart.mjs";
import { findTests, runServerTests } from "./tests/server-tests.mjs";
import { sumUp } from "./tests/summary.mjs";

const TIMEOUT_MS = 3_600_000;

await runScript(async () => {
  await prepare();
  const files = findTests(["server", "e2e"], ".long.ts", process.argv.slice(2));
  if (files.length === 0) throw new Stop("No file ending in .long.ts matches.");
  if (files.some((file) => file.includes("e2e/portal/"))) {
    const chromium = await findChromium();
    if (chromium) process.env.PLAYWRIGHT_CHROMIUM = chromium;
  }
  if (files.some((file) => file.endsWith("lighthouse.long.ts"))) {
    await installApart("Lighthouse", "e2e/lighthouse", "node_modules/.cache/closed-loop/lighthouse");
  }
  const alone = { concurrency: 1, perProcess: 1, timeoutMs: TIMEOUT_MS };
  return sumUp([await runServerTests(files, alone)]) ? 0 : 1;
});
