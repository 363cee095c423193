/** `npm run test:faults [-- --seed=1 --seconds=330 --clients=10 --short]`, on the built app. Ends with 1 if anything is wrong. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { report } from "./check/report";
import { readOptions } from "./options";
import { run } from "./run";

const options = readOptions(process.argv.slice(2));
const folder = mkdtempSync(join(tmpdir(), "closed-loop-faults-"));
try {
  const findings = await run(options, folder);
  process.stdout.write(report(options, findings));
  process.exitCode = findings.problems.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
}
if (process.exitCode === 0) rmSync(folder, { recursive: true, force: true });
else process.stderr.write(`The logs of this run stay in ${folder}.\n`);
process.exit();
