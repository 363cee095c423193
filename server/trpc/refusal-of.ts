const MAX_DEPTH = 32;
/** More than fit into a body that is no upload. */
const MAX_VALUES = 40_000;

/** Checks an input before it is parsed. Returns what is wrong, or null. */
export function refusalOf(input: unknown): string | null {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: input, depth: 0 }];
  let count = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    // PostgreSQL can't store or compare text with NUL.
    if (typeof value === "string" && value.includes("\0")) return "Text can’t hold NUL.";
    if (typeof value !== "object" || value === null) continue;
    if (depth >= MAX_DEPTH) return `The input may be ${MAX_DEPTH} levels deep.`;
    const inner = Array.isArray(value) ? value : Object.values(value);
    count += inner.length;
    if (count > MAX_VALUES) return `The input may have ${MAX_VALUES.toLocaleString("en-US")} values.`;
    for (const one of inner) open.push({ value: one, depth: depth + 1 });
  }
  return null;
}
