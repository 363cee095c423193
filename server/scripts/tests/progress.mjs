/** For node --test: a line as each test file ends, what tests print, and what they measured. */
export default async function* progress(events) {
  for await (const { type, data } of events) {
    if (type === "test:stdout" || type === "test:stderr") yield data.message;
    // The outermost are Node's own counts.
    if (type === "test:diagnostic" && data.nesting > 0) yield `  ${data.message}\n`;
    // A file is the outermost suite.
    if (type !== "test:complete" || data.nesting !== 0 || data.details.type !== "suite") continue;
    yield `${data.details.error ? "✖" : "✔"} ${data.name} (${(data.details.duration_ms / 1000).toFixed(1)} s)\n`;
  }
}
