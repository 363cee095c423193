/**
 * `npm run test:faults [-- --seed=1 --seconds=330 --clients=10 --short]`, on the built app. Exits with 1 if it finds a problem.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { report } from "./check/report";
import { readOptions } from "./options";
import { run } from "./run";

// Child processes are ended in `exit` handlers, which don't run when a signal kills the process.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

const options = readOptions(process.argv.slice(2));
const folder = mkdtempSync(join(tmpdir(), "closed-loop-faults-"));
try {
  const findings = await run(options, folder);
  process.stdout.write(report(options, findings));
  const { injection, history } = findings;
  writeFileSync(join(folder, "history.json"), JSON.stringify({ faults: injection.faults, history }));
  process.exitCode = findings.problems.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
}
if (process.exitCode === 0) rmSync(folder, { recursive: true, force: true });
else process.stderr.write(`The logs and the history of this run stay in ${folder}.\n`);
process.exit();
