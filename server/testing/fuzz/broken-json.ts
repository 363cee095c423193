import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { hostileName, hostileValue } from "./hostile-values";
import { Spelled, writeJson } from "./write-json";

type ValueBreak =
  | { readonly how: "replace" | "wrap" | "remove" | "twice"; readonly at: number; readonly value: unknown }
  | { readonly how: "add"; readonly at: number; readonly name: string; readonly value: unknown };

type ByteBreak =
  | { readonly how: "cut" | "invalid"; readonly at: number }
  | { readonly how: "append" | "prepend"; readonly text: string }
  | { readonly how: "none" | "empty" | "pad" | "utf16" | "gzip" };

export interface BrokenJson {
  readonly value: readonly ValueBreak[];
  readonly bytes: ByteBreak;
}

const at = fc.nat({ max: 1_000 });

const valueBreak: fc.Arbitrary<ValueBreak> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ how: fc.constant("replace" as const), at, value: hostileValue }) },
  { weight: 2, arbitrary: fc.record({ how: fc.constantFrom("wrap", "remove", "twice"), at, value: hostileValue }) },
  { weight: 2, arbitrary: fc.record({ how: fc.constant("add" as const), at, name: hostileName, value: hostileValue }) },
);

const byteBreak: fc.Arbitrary<ByteBreak> = fc.oneof(
  { weight: 24, arbitrary: fc.constant({ how: "none" as const }) },
  { weight: 2, arbitrary: fc.record({ how: fc.constantFrom("cut", "invalid"), at }) },
  {
    weight: 1,
    arbitrary: fc.record({ how: fc.constant("append" as const), text: fc.constantFrom("}", ",", "\0", "{}") }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ how: fc.constant("prepend" as const), text: fc.constantFrom("\ufeff", ")]}'", "//", "\v") }),
  },
  { weight: 2, arbitrary: fc.record({ how: fc.constantFrom("empty", "pad", "utf16", "gzip") }) },
);

export const brokenJson: fc.Arbitrary<BrokenJson> = fc.record({
  value: fc.array(valueBreak, { maxLength: 3 }),
  bytes: byteBreak,
});

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null || value instanceof Spelled) return [path];
  const inner = Object.entries(value).flatMap(([name, item]) => pathsOf(item, [...path, name]));
  return [path, ...inner];
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Spelled);

const GONE = Symbol("gone");

function changeAt(value: unknown, [name, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (name === undefined) return change(value);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(
    ([key, item]) => [key, key === name ? changeAt(item, rest, change) : item] as const,
  );
  const kept = entries.filter(([, item]) => item !== GONE);
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}

function broken(how: ValueBreak, value: unknown): unknown {
  if (how.how === "replace") return how.value;
  if (how.how === "wrap") return [value];
  if (how.how === "remove") return GONE;
  if (!isObject(value)) return how.value;
  if (how.how === "add") return Object.fromEntries([...Object.entries(value), [how.name, how.value]]);
  const [name = "a"] = Object.keys(value);
  // With duplicate names, the last one counts.
  return new Spelled(
    `${writeJson(value).slice(0, -1)}${isEmpty(value) ? "" : ","}${JSON.stringify(name)}:${writeJson(how.value)}}`,
  );
}

const isEmpty = (value: object) => Object.keys(value).length === 0;

const PADDING = " ".repeat(66_000);
/** A byte that is never UTF-8, an overlong form, and an encoded surrogate. */
const INVALID = [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80]];

export function breakJson(value: unknown, { value: breaks, bytes }: BrokenJson): Buffer | undefined {
  const changed = breaks.reduce<unknown>((sofar, how) => {
    const paths = pathsOf(sofar);
    return changeAt(sofar, paths[how.at % paths.length] ?? [], (item) => broken(how, item));
  }, value);
  if (changed === GONE || changed === undefined) return undefined;
  return breakBytes(writeJson(changed), bytes);
}

function breakBytes(text: string, how: ByteBreak): Buffer {
  if (how.how === "empty") return Buffer.alloc(0);
  if (how.how === "pad") return Buffer.from(text + PADDING);
  if (how.how === "utf16") return Buffer.from(`\ufeff${text}`, "utf16le");
  if (how.how === "gzip") return gzipSync(text);
  if ("text" in how) return Buffer.from(how.how === "append" ? text + how.text : how.text + text);
  const whole = Buffer.from(text);
  if (!("at" in how)) return whole;
  const place = how.at % (whole.length + 1);
  if (how.how === "cut") return whole.subarray(0, place);
  return Buffer.concat([
    whole.subarray(0, place),
    Buffer.from(INVALID[how.at % INVALID.length] ?? []),
    whole.subarray(place),
  ]);
}
