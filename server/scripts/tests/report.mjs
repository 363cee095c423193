import { inspect } from "node:util";
import { ROOT } from "../run.mjs";
import { inSources, placeOf } from "./sources.mjs";

/** Frames that say nothing about the test: Node's own, and what runs test files. */
const NOISE = /^\s+at .*(node:|run-test-files\.mjs|closed-loop\/tests\/\d+\.mjs)/;

/** For node --test: what passed, how long each file took, and what failed and where; as one JSON. */
export default async function* report(events) {
  const result = { passed: 0, skipped: 0, files: [], failures: [] };
  /** The file, and the tests in it, being reported. */
  const names = [];
  /** What a process said last: when it ends itself, why. */
  const said = new Map();
  for await (const { type, data } of events) {
    const isOutermost = data.nesting === 0;
    if (type === "test:stdout") said.set(data.file, data.message.trim());
    if (type === "test:start") names[data.nesting] = data.name;
    // What happened after a test had ended; all else at this level counts.
    if (type === "test:diagnostic" && isOutermost && /^(Error|Warning): /.test(data.message)) {
      result.failures.push({ title: data.message });
    }
    if (type !== "test:pass" && type !== "test:fail") continue;
    const { duration_ms: ms, error, type: kind } = data.details;
    // A file is the outermost suite. What else is outermost is a process, reported only if it failed by itself.
    const isProcess = isOutermost && kind !== "suite";
    if (isOutermost && !isProcess) result.files.push({ file: data.name, ms });
    const isSkipped = data.skip !== undefined || data.todo !== undefined;
    if (kind !== "suite" && !isProcess && (isSkipped || type === "test:pass"))
      result[isSkipped ? "skipped" : "passed"] += 1;
    // What fails only because of its subtests is reported by them.
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

/** With what a database says besides; an assertion has said all in its message. */
function wordsOf(cause) {
  const text = cause?.code === "ERR_ASSERTION" ? cause.stack : typeof cause === "string" ? cause : inspect(cause);
  const [message] = text.split(/(?: \{)?\n {2}generatedMessage: /);
  const rows = inSources(message).replaceAll(`file://${ROOT}`, "").replaceAll(ROOT, "").split("\n");
  return rows.filter((row) => !NOISE.test(row)).join("\n");
}
