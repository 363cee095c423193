import fc from "fast-check";
import { Spelled } from "./write-json";

const NAMES = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "then", "toJSON", "length", ""];

export const hostileName = fc.oneof(
  fc.constantFrom(...NAMES, "\0", "\ud800", "a.b", "a[0]", "$where", "é", "\u202e", "x".repeat(5_000), "amount "),
  fc.string({ maxLength: 12, unit: "binary" }),
);

export const hostileText = fc.oneof(
  fc.constantFrom(...NAMES, " ", "\0", "a\0b", "\ud800", "a\udc00", "\ufeff", "\u202eabc", "\u2028", "\r\nX-A: 1"),
  fc.constantFrom("NaN", "Infinity", "null", "true", "0", "-1", "1e400", "0x10", "١٢٣", "１２", "[object Object]"),
  fc.constantFrom("%", "%00", "%zz", "%ff", "../../etc/passwd", "' OR 1=1 --", "\\", '"', "<script>"),
  fc.constantFrom("2026-02-30", "0000-01-01", "+275760-09-13T00:00:00.001Z", "9999-12-31", "2026-11-22T25:00:00Z"),
  fc.constantFrom("http://169.254.169.254/", "file:///etc/passwd", "https://a@b:99999/", "javascript:1", "//x"),
  fc.constantFrom("é".normalize("NFD"), "😀".repeat(20), "İ", "ß", "a".repeat(64), "a".repeat(65), "a".repeat(3_000)),
  fc.string({ maxLength: 40, unit: "binary" }),
  fc.string({ minLength: 17, maxLength: 17, unit: "grapheme-ascii" }),
);

const nested = (depth: number) =>
  fc.constantFrom(["[", "]"], ['{"a":', "}"]).map(([open = "", close = ""]) => {
    return new Spelled(`${open.repeat(depth)}1${close.repeat(depth)}`);
  });

/** JSON text that JavaScript would write differently, or that isn't JSON. */
const SPELLINGS = [
  ...[
    "1e400",
    "-1e400",
    "-0",
    "0.1e1",
    "1E2",
    "1e-400",
    "9007199254740993",
    "0.30000000000000004",
    "12.500000000000001",
  ],
  ...["00", "01", "+1", ".5", "5.", "0x10", "1_000", "NaN", "Infinity", "-", "1e", "undefined", "True", "'a'", "1n"],
  ...['{"__proto__":{"isAdmin":true}}', '{"a":1,"a":2}', '"\\ud800"', '"\\u0000"', '"\\x41"', '"a\nb"', "[1,]", "{,}"],
];

const hostileNumber = fc.oneof(
  fc.constantFrom(
    0,
    -1,
    0.01,
    0.001,
    0.1 + 0.2,
    1.005,
    1e-7,
    2 ** 31,
    2 ** 32,
    2 ** 53,
    2 ** 53 + 2,
    1e21,
    1e308,
    5e-324,
  ),
  fc.constantFrom(9_999_999_999.99, 9_999_999_999.995, 10_000_000_000, -0.01, 99.999, 1e15 + 0.3),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: hostileNumber },
  { weight: 3, arbitrary: fc.constantFrom(...SPELLINGS).map((text) => new Spelled(text)) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { value: 1 }, "") },
  { weight: 1, arbitrary: fc.constantFrom(15, 17, 33, 400, 9_000).chain(nested) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(1, "a", null), { minLength: 100, maxLength: 300 }) },
  { weight: 1, arbitrary: fc.dictionary(hostileName, hostileText, { maxKeys: 60 }) },
);
