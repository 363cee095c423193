import { z } from "zod";

export const MAX_KEYS = 50;
const MAX_KEY_LENGTH = 40;
const MAX_VALUE_LENGTH = 500;
const MAX_DEPTH = 16;
const MAX_FILTER_KEYS = 10;

/** PostgreSQL text can't contain NUL or lone surrogates. */
function isStorableText(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

/**
 * Limits depth, since deep JSON could exhaust a reader's stack, and refuses numbers too large for a double, which would come
 * back as null.
 */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (typeof value === "number") return Number.isFinite(value);
  if (value === null || typeof value !== "object") return true;
  if (depth >= MAX_DEPTH) return false;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item, depth + 1));
}

/** Counts code points, like JSON Schema: an emoji is one character, not two. */
function isLonger(text: string, length: number): boolean {
  return text.length > length && [...text].length > length;
}

function faultOf(metadata: Readonly<Record<string, unknown>>): string | null {
  const entries = Object.entries(metadata);
  if (entries.length > MAX_KEYS) return `must have at most ${MAX_KEYS} keys`;
  if (!isStorable(metadata)) {
    return `must be at most ${MAX_DEPTH} levels deep, of well-formed text without NUL and of finite numbers`;
  }
  if (entries.some(([key]) => isLonger(key, MAX_KEY_LENGTH))) {
    return `must have keys of at most ${MAX_KEY_LENGTH} characters`;
  }
  const isTooLong = (value: unknown) =>
    isLonger(typeof value === "string" ? value : JSON.stringify(value), MAX_VALUE_LENGTH);
  if (entries.some(([, value]) => isTooLong(value))) {
    return `must have values of at most ${MAX_VALUE_LENGTH} characters, as JSON where they are not text`;
  }
  return null;
}

/** Data of the caller's own, for finding its records. Shown only to the tenant that sent it and its merchant. */
export const Metadata = z
  .record(z.string(), z.unknown())
  .check(({ value, issues }) => {
    const message = faultOf(value);
    // `continue` keeps the rest of the body validated.
    if (message !== null) issues.push({ code: "custom", message, input: value, continue: true });
  })
  .meta({
    id: "Metadata",
    description: `Free-form key and value pairs, kept as JSON values and returned with the record. At most ${MAX_KEYS} keys of at most ${MAX_KEY_LENGTH} characters, each value at most ${MAX_VALUE_LENGTH}, counted as JSON unless it is a string.`,
    maxProperties: MAX_KEYS,
    propertyNames: { type: "string", maxLength: MAX_KEY_LENGTH },
    examples: [{ order: "1001", table: 7 }],
  });

/** Zod would silently drop this key, and the request would then match a repeat without it. */
const WithoutProto = new z.core.$ZodTransform({
  type: "transform",
  transform: (metadata, { issues }) => {
    if (typeof metadata === "object" && metadata !== null && Object.hasOwn(metadata, "__proto__")) {
      issues.push({ code: "custom", message: "must have no key __proto__", input: metadata });
    }
    return metadata;
  },
});

/**
 * Metadata in requests. Zod's `preprocess` would leave an old-generation object behind for each request, even without metadata
 * (decision 123).
 */
export const MetadataInput = z.pipe(WithoutProto, Metadata);

export const MetadataFilter = z
  .pipe(WithoutProto, z.record(z.string().min(1).max(MAX_KEY_LENGTH), z.string().max(MAX_VALUE_LENGTH)))
  .check(({ value, issues }) => {
    const message =
      Object.keys(value).length > MAX_FILTER_KEYS
        ? `must have at most ${MAX_FILTER_KEYS} keys`
        : isStorable(value)
          ? null
          : "must be of well-formed text without NUL";
    if (message !== null) issues.push({ code: "custom", message, input: value, continue: true });
  })
  .meta({
    description:
      "Only records whose metadata has all of these keys with these values, numbers and booleans as in JSON; in a query `metadata[order]=1001`.",
    examples: [{ order: "1001" }],
  });
