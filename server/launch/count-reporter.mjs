/** For node --test: what it counted, and how long each file took, as one line of JSON. */
const names = { pass: "passed", fail: "failed", cancelled: "failed", skipped: "skipped", todo: "skipped" };

export default async function* count(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const files = [];
  for await (const { type, data } of events) {
    if ((type === "test:pass" || type === "test:fail") && data.details.type === "suite") {
      // A file is the outermost suite.
      if (data.nesting === 0) files.push({ file: data.name, ms: data.details.duration_ms });
      // The runner counts no suites: not even one that failed though none of its tests did.
      if (type === "test:fail" && data.details.error.failureType !== "subtestsFailed") counts.failed += 1;
    }
    // The runner's closing lines; they come once, at the outermost level.
    if (type !== "test:diagnostic" || data.nesting !== 0) continue;
    const [, word, number] = /^(\w+) (\d+)$/.exec(data.message) ?? [];
    if (word in names) counts[names[word]] += Number(number);
  }
  yield JSON.stringify({ ...counts, files });
}
