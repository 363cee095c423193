import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import process from "node:process";
import { stripVTControlCharacters } from "node:util";
import { ROOT, say } from "../run.mjs";

const PAGE_LINES = 150;

/** Playwright reporter: prints a line per test, and writes counts, times, and failures to TEST_REPORT. */
export default class BrowserReport {
  #counts = { passed: 0, skipped: 0 };
  #files = new Map();
  #failures = [];

  onTestEnd(test, { status, duration, errors, attachments }) {
    const file = relative(ROOT, test.location.file);
    const title = test.titlePath().slice(3).join(" › ");
    const isExpected = status === test.expectedStatus;
    this.#files.set(file, (this.#files.get(file) ?? 0) + duration);
    say(`${isExpected ? "✔" : "✖"} ${file} › ${title} (${(duration / 1000).toFixed(1)} s)`);
    const seen = [pageOf(attachments), requestsOf(attachments)];
    if (!isExpected) this.#fail(`${file}:${lineOf(errors, test)}`, title, errors, seen);
    else this.#counts[status === "skipped" ? "skipped" : "passed"] += 1;
  }

  onError(error) {
    this.#fail(error.location && relative(ROOT, error.location.file), "", [error]);
  }

  onStdOut(text) {
    process.stdout.write(text);
  }

  onStdErr(text) {
    process.stderr.write(text);
  }

  onEnd() {
    const files = [...this.#files].map(([file, ms]) => ({ file, ms }));
    writeFileSync(process.env.TEST_REPORT, JSON.stringify({ ...this.#counts, files, failures: this.#failures }));
  }

  #fail(place, title, errors, seen = []) {
    const parts = [
      ...errors.flatMap(({ stack, message, value, snippet }) => [stack ?? message ?? value, snippet]),
      ...seen,
    ];
    const text = stripVTControlCharacters(parts.filter(Boolean).join("\n")).replaceAll(ROOT, "");
    this.#failures.push({ place, title, text });
  }
}

function lineOf(errors, { location }) {
  return errors.find((error) => error.location?.file === location.file)?.location.line ?? location.line;
}

/** The page of a failed test: Playwright writes its accessibility tree to an attachment. */
function pageOf(attachments) {
  const { path } = attachments.find(({ name }) => name === "error-context") ?? {};
  const [, tree] = (path ? readFileSync(path, "utf8") : "").match(/```yaml\n([\s\S]*?)\n```/) ?? [];
  if (!tree) return null;
  const lines = tree
    .replaceAll(/ \[(?:ref=\w+|cursor=\w+)\]/g, "")
    .split("\n")
    .filter((line) => !line.includes("- /url:"));
  const rest = lines.length > PAGE_LINES ? [`… and ${lines.length - PAGE_LINES} lines`] : [];
  return ["The page:", ...lines.slice(0, PAGE_LINES), ...rest].join("\n");
}

/** Attached by e2e/fixtures/test.ts. */
function requestsOf(attachments) {
  const { body } = attachments.find(({ name }) => name === "requests") ?? {};
  return body?.length ? `Requests refused and waiting:\n${body}` : null;
}
