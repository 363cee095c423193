const MAX_DEPTH = 32;

/** Checks an input before it is parsed. Returns what is wrong, or null. */
export function refusalOf(input: unknown): string | null {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: input, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    // PostgreSQL can't store or compare text with NUL.
    if (typeof value === "string" && value.includes("\0")) return "Text can’t hold NUL.";
    if (typeof value !== "object" || value === null) continue;
    if (depth >= MAX_DEPTH) return `The input may be ${MAX_DEPTH} levels deep.`;
    for (const inner of Object.values(value)) open.push({ value: inner, depth: depth + 1 });
  }
  return null;
}
