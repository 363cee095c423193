/** For node --test: what it counted, as one line of JSON. */
const names = { pass: "passed", fail: "failed", cancelled: "failed", skipped: "skipped", todo: "skipped" };

export default async function* count(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of events) {
    // The runner's closing lines; they come once, at the outermost level.
    if (type !== "test:diagnostic" || data.nesting !== 0) continue;
    const [, word, number] = /^(\w+) (\d+)$/.exec(data.message) ?? [];
    if (word in names) counts[names[word]] += Number(number);
  }
  yield JSON.stringify(counts);
}
