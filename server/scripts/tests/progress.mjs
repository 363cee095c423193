/** node --test reporter: prints a line per test file, plus tests' output and diagnostics. */
export default async function* progress(events) {
  for await (const { type, data } of events) {
    if (type === "test:stdout" || type === "test:stderr") yield data.message;
    if (type === "test:diagnostic" && data.nesting > 0) yield `  ${data.message}\n`;
    if (type !== "test:complete" || data.nesting !== 0 || data.details.type !== "suite") continue;
    yield `${data.details.error ? "✖" : "✔"} ${data.name} (${(data.details.duration_ms / 1000).toFixed(1)} s)\n`;
  }
}
