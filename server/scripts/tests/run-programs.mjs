import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runNode } from "../run.mjs";
import { billOf, noteOf } from "./run-test-files.mjs";
import { readReport } from "./summary.mjs";

/**
 * Runs Node's test runner over programs that run test files, which `names` lists. Resolves with counts, time per file, and
 * failures.
 */
export async function runPrograms(programs, { names, concurrency, timeoutMs, env, isShown = true }) {
  const folder = mkdtempSync(join(tmpdir(), "closed-loop-report-"));
  const path = join(folder, "report.json");
  const reporters = [
    ["progress.mjs", "stdout"],
    ["report.mjs", path],
  ].flatMap(([reporter, to]) => [
    `--test-reporter=${new URL(reporter, import.meta.url).href}`,
    `--test-reporter-destination=${to}`,
  ]);
  // No source maps: each process would load those of all its modules, while `report` reads only the few it needs.
  const flags = ["--preserve-symlinks", "--test", `--test-concurrency=${concurrency}`];
  const timeout = `--test-timeout=${timeoutMs}`;
  try {
    const { code } = await runNode([...flags, timeout, ...reporters, ...programs], { env, isShown });
    const report = readReport(path, { runner: "The test runner", code });
    const cpuMs = cpuMsOf(programs);
    const files = report.files.map(({ file, ms }) => ({ file, ms, cpuMs: cpuMs.get(file) }));
    return { ...report, files, failures: [...report.failures, ...missing(report, { programs, names })] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function cpuMsOf(programs) {
  const lines = programs
    .map(billOf)
    .flatMap((path) => (existsSync(path) ? readFileSync(path, "utf8").split("\n") : []));
  const bill = lines.filter(Boolean).map((line) => JSON.parse(line));
  return new Map(bill.map(({ file, cpuMs }) => [file, cpuMs]));
}

/** Files without a result failed, whatever the exit code: a test or the machine may have ended the process. */
function missing({ files }, { programs, names }) {
  const reported = new Set(files.map(({ file }) => file));
  const running = programs.map(noteOf).flatMap((note) => (existsSync(note) ? [readFileSync(note, "utf8")] : []));
  return names
    .filter((name) => !reported.has(name))
    .map((place) => ({
      place,
      title: running.includes(place) ? "its process ended while it ran" : "its process ended before it had an outcome",
    }));
}
