/**
 * Headers that have one value, in their usual spelling. Joined by a comma, as repeated headers are elsewhere, a repeated
 * Idempotency-Key would be another key, and the request would be executed again.
 */
const SINGLE = new Map(
  [
    ...["Authorization", "Content-Length", "Content-Type", "Idempotency-Key"],
    ...["X-API-Key", "X-Merchant", "X-Signature", "X-Timestamp"],
  ].map((name) => [name.toLowerCase(), name]),
);

export function isSingle(name: string): boolean {
  return SINGLE.has(name);
}

interface SingleHeaders {
  /** By lower-case name. */
  readonly values: ReadonlyMap<string, string>;
  /** The first that was sent with several values; one that is repeated with the same value counts once. */
  readonly repeated: string | null;
}

/** Reads what Node keeps in `rawHeaders`: names and values in turn. */
export function readSingleHeaders(raw: readonly string[]): SingleHeaders {
  const values = new Map<string, string>();
  let repeated: string | null = null;
  for (let i = 0; i < raw.length; i += 2) {
    const name = (raw[i] ?? "").toLowerCase();
    const shown = SINGLE.get(name);
    if (shown === undefined) continue;
    const value = raw[i + 1] ?? "";
    if ((values.get(name) ?? value) !== value) repeated ??= shown;
    values.set(name, value);
  }
  return { values, repeated };
}
