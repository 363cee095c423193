import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT } from "../run.mjs";

/** Counts, times, and failures of Playwright's JSON report, whose text Playwright has printed; to a failure, the page it saw. */
export function readBrowserReport({ config, suites, errors }) {
  const result = { passed: 0, skipped: 0, files: [], failures: [] };
  const placeOf = ({ file, line }) => `${relative(ROOT, file)}:${line}`;
  for (const { message, location } of errors) {
    result.failures.push({ place: location && placeOf(location), title: "", text: message });
  }
  for (const suite of suites) {
    const path = join(config.rootDir, suite.file);
    const specs = specsOf(suite);
    const runs = specs.flatMap(({ title, line, tests }) =>
      tests.map(({ status, results }) => ({ title, line, status, last: results.at(-1) })),
    );
    result.files.push({
      file: relative(ROOT, path),
      ms: runs.reduce((sum, { last }) => sum + (last?.duration ?? 0), 0),
    });
    for (const { title, line, status, last } of runs) {
      if (status !== "unexpected") result[status === "skipped" ? "skipped" : "passed"] += 1;
      else
        result.failures.push({
          place: placeOf(last?.errorLocation ?? { file: path, line }),
          title,
          text: pageOf(last),
        });
    }
  }
  return result;
}

const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

function pageOf({ attachments = [] } = {}) {
  const { path } = attachments.find(({ name }) => name === "error-context") ?? {};
  return path && existsSync(path) ? /```yaml\n[\s\S]*?\n```/.exec(readFileSync(path, "utf8"))?.[0] : null;
}
