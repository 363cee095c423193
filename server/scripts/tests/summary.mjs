import { readFileSync } from "node:fs";
import { say } from "../run.mjs";

/**
 * Prints each failure once with its place, and a line that counts the tests. `results` are counts and failures of each runner.
 * Returns whether everything passed.
 */
export function sumUp(results, failedChecks = []) {
  const failures = results.flatMap((result) => result.failures);
  const failed = [...failedChecks, ...failures];
  if (failed.length > 0) say("\nWhat failed:\n");
  for (const { place, title, text } of failed) {
    say(`✖ ${[place, title].filter(Boolean).join("  ")}`);
    if (text) say(`${text.trimEnd().replaceAll(/^/gm, "    ")}\n`);
  }
  const total = (word) => results.reduce((sum, result) => sum + result[word], 0);
  const skipped = total("skipped");
  const counts = [
    `${total("passed")} passed`,
    `${failures.length} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  if (results.length > 0) say(counts.join(", "));
  return failed.length === 0 && results.every(({ passed }) => passed > 0);
}

export function readReport(path, { runner, code, read = (report) => report }) {
  const written = readJson(path);
  const report = written ? read(written) : { passed: 0, skipped: 0, files: [], failures: [] };
  const isSilent = report.failures.length === 0 && (code !== 0 || report.files.length === 0);
  return isSilent ? { ...report, failures: [{ title: `${runner} ended with code ${code} and no reason.` }] } : report;
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}
