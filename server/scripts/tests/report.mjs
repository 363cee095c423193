import { inspect } from "node:util";
import { ROOT } from "../run.mjs";
import { inSources, placeOf } from "./sources.mjs";

const NOISE = /^\s+at .*(node:|run-test-files\.mjs|closed-loop\/tests\/\d+\.mjs)/;

/** node --test reporter: writes counts, time per file, and failures with their place as JSON. */
export default async function* report(events) {
  const result = { passed: 0, skipped: 0, files: [], failures: [] };
  const names = [];
  const said = new Map();
  for await (const { type, data } of events) {
    const isOutermost = data.nesting === 0;
    if (type === "test:stdout") said.set(data.file, data.message.trim());
    if (type === "test:start") names[data.nesting] = data.name;
    // Errors after a test's end; other diagnostics at this level are counts.
    if (type === "test:diagnostic" && isOutermost && /^(Error|Warning): /.test(data.message)) {
      result.failures.push({ title: data.message });
    }
    if (type !== "test:pass" && type !== "test:fail") continue;
    const { duration_ms: ms, error, type: kind } = data.details;
    // Each file is a top-level suite. Anything else at top level is a process, reported only if it failed itself.
    const isProcess = isOutermost && kind !== "suite";
    if (isOutermost && !isProcess) result.files.push({ file: data.name, ms });
    const isSkipped = data.skip !== undefined || data.todo !== undefined;
    if (kind !== "suite" && !isProcess && (isSkipped || type === "test:pass"))
      result[isSkipped ? "skipped" : "passed"] += 1;
    // Failures caused by subtests are reported there.
    if (isSkipped || type === "test:pass" || error.failureType === "subtestsFailed") continue;
    if (!isProcess) result.failures.push(failureOf(names.slice(0, data.nesting + 1), data));
    else if (said.has(data.file)) result.failures.push({ title: said.get(data.file) });
  }
  yield JSON.stringify(result);
}

function failureOf([file, ...titles], { file: program, line, column, details: { error } }) {
  const text = wordsOf(error.failureType === "cancelledByParent" ? error.message : (error.cause ?? error));
  const thrownAt = text.split(`${file}:`)[1]?.match(/^\d+/)?.[0];
  const declaredAt = titles.length > 0 ? placeOf(program, line, column) : file;
  return { place: thrownAt ? `${file}:${thrownAt}` : declaredAt, title: titles.join(" › "), text };
}

function wordsOf(cause) {
  const text = cause?.code === "ERR_ASSERTION" ? cause.stack : typeof cause === "string" ? cause : inspect(cause);
  const [message] = text.split(/(?: \{)?\n {2}generatedMessage: /);
  const rows = inSources(message).replaceAll(`file://${ROOT}`, "").replaceAll(ROOT, "").split("\n");
  return rows.filter((row) => !NOISE.test(row)).join("\n");
}
