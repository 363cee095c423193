import { foldCode } from "@/server/contracts/crockford";
import { isFields, kindOfField } from "./kept-fields";

/** Deeper than any field of a contract, metadata included. */
export const MAX_DEPTH = 20;
/** Shorter ones stand in too many other words. */
const MIN_SECRET = 4;
/** As long as a contract lets one be. */
const MAX_SECRET = 512;
const MAX_SECRETS = 32;
/** One character becomes at most 18 when it is folded: the ligature U+FDFA does. */
const MAX_GROWTH = 18;
/** More than those of the longest list that is answered. */
const MAX_VALUES = 3_000;
/**
 * Characters of the bodies times characters of the secrets: looking for them happens while other requests wait, and takes
 * that many steps at worst.
 */
const MAX_STEPS = 2_000_000;

/** What stands in secret fields of the bodies; null: more than can be looked for in texts of so many characters. */
export function findSecrets(bodies: readonly unknown[], characters: number): ReadonlySet<string> | null {
  const secrets = new Set<string>();
  const found: Found = { secrets, values: 0 };
  const isWhole = bodies.every((body) => gather(body, false, 0, found));
  const length = [...secrets].reduce((sum, secret) => sum + secret.length, 0);
  return isWhole && length * characters <= MAX_STEPS ? secrets : null;
}

interface Found {
  readonly secrets: Set<string>;
  values: number;
}

/** Whether it could take them all. */
function gather(value: unknown, isSecret: boolean, depth: number, into: Found): boolean {
  into.values += 1;
  if (into.values > MAX_VALUES) return false;
  if (typeof value === "string" || typeof value === "number") {
    if (!isSecret) return true;
    const text = normalize(String(value));
    if (text.length >= MIN_SECRET) into.secrets.add(text);
    return text.length <= MAX_SECRET && into.secrets.size <= MAX_SECRETS;
  }
  if (depth > MAX_DEPTH) return true;
  if (Array.isArray(value)) return value.every((item) => gather(item, isSecret, depth + 1, into));
  if (!isFields(value)) return true;
  return Object.keys(value).every((name) => {
    const item = value[name];
    return gather(item, isSecret || kindOfField(name, item) === "secret", depth + 1, into);
  });
}

export function holdsSecret(text: string, secrets: ReadonlySet<string>): boolean {
  let plain: string | null = null;
  for (const secret of secrets) {
    if (MAX_GROWTH * text.length < secret.length) continue;
    plain ??= normalize(text);
    if (plain.includes(secret)) return true;
  }
  return false;
}

/** A code may be typed in either case, and with all that is forgiven in codes. */
function normalize(text: string): string {
  return foldCode(text).toLowerCase();
}
