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

/** The value of a field that a proxy has joined from equal ones by a comma, as RFC 9110 5.3 lets it. */
function unjoined(value: string): string {
  const [first = "", ...others] = value.split(",").map((part) => part.trim());
  return first !== "" && others.every((other) => other === first) ? first : value;
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
    const value = unjoined(raw[i + 1] ?? "");
    if ((values.get(name) ?? value) !== value) repeated ??= shown;
    values.set(name, value);
  }
  return { values, repeated };
}
