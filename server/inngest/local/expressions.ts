import canonicalize from "canonicalize";
import { sha256Hex } from "@/server/platform/crypto";
import { UnsupportedError } from "./unsupported";

/** What an operand is compared with: a path into `event` or `async`, or a literal. */
type Operand = { readonly path: readonly string[] } | { readonly value: string | number | boolean | null };
type Condition = readonly [Operand, Operand];

/** Equalities that must all hold. The part of CEL that is understood here. */
export type Expression = readonly Condition[];

/** An event as functions get it. */
export type EventRecord = Readonly<Record<string, unknown>>;

const TOKEN = /\s*(==|&&|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)/y;
const CONSTANTS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/** `a.b == c.d && a.e == 'x'`. Throws UnsupportedError, naming the expression, for whatever is more than that. */
export function parseExpression(text: string): Expression {
  const tokens = tokenize(text);
  // Groups of four, the last without its `&&`.
  if (tokens.length % 4 !== 3) throw notUnderstood(text);
  const conditions: Condition[] = [];
  for (let i = 0; i < tokens.length; i += 4) {
    const [left = "", equals, right = "", and = "&&"] = tokens.slice(i, i + 4);
    if (equals !== "==" || and !== "&&") throw notUnderstood(text);
    conditions.push([parseOperand(left, text), parseOperand(right, text)]);
  }
  return conditions;
}

/** `event.data.x` alone, as keys of concurrency and idempotency are. */
export function parsePath(text: string): readonly string[] {
  const [token, ...rest] = tokenize(text);
  const operand = token && rest.length === 0 ? parseOperand(token, text) : null;
  if (!operand || !("path" in operand) || operand.path[0] !== "event") throw notUnderstood(text);
  return operand.path.slice(1);
}

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < text.trimEnd().length) {
    const match = pattern.exec(text);
    if (!match?.[1]) throw notUnderstood(text);
    tokens.push(match[1]);
  }
  return tokens;
}

function parseOperand(token: string, text: string): Operand {
  if (/^['"]/.test(token)) return { value: token.slice(1, -1).replace(/\\(.)/g, "$1") };
  if (/^-?\d/.test(token)) return { value: Number(token) };
  const constant = CONSTANTS[token];
  if (constant !== undefined) return { value: constant };
  const path = token.split(".");
  if (path.length < 2 || (path[0] !== "event" && path[0] !== "async")) throw notUnderstood(text);
  return { path };
}

function notUnderstood(text: string): UnsupportedError {
  return new UnsupportedError(
    `the expression ${JSON.stringify(text)} (only paths and literals joined by == and && are)`,
  );
}

/** Undefined where the path leads nowhere; that equals nothing, not even itself. */
export function valueAt(record: unknown, path: readonly string[]): unknown {
  let value = record;
  for (const name of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as EventRecord)[name];
  }
  return value;
}

function isSame(left: unknown, right: unknown): boolean {
  return left !== undefined && right !== undefined && canonicalize(left) === canonicalize(right);
}

/** Whether an event starts what its trigger's expression belongs to. */
export function matches(expression: Expression, event: EventRecord): boolean {
  const evaluate = (operand: Operand) => ("value" in operand ? operand.value : valueAt({ event }, operand.path));
  return expression.every(([left, right]) => isSame(evaluate(left), evaluate(right)));
}

/** What a later event must have, found in an index: the paths that are compared, and a hash of the values. */
export interface Match {
  readonly matchPaths: string;
  readonly matchHash: string;
}

/** Turns `event.data.id == async.data.id` into what `async` must have, now that `event` is known. Null: nothing can. */
export function resolveMatch(expression: Expression, event: EventRecord): Match | null {
  const wanted: (readonly [path: string, value: unknown])[] = [];
  for (const sides of expression) {
    const later = sides.find((side) => isLater(side));
    const known = sides.find((side) => !isLater(side));
    if (!later || !known || !("path" in later))
      throw new UnsupportedError("an expression that compares nothing with async");
    const value = "value" in known ? known.value : valueAt({ event }, known.path);
    if (value === undefined) return null;
    wanted.push([later.path.slice(1).join("."), value]);
  }
  wanted.sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    matchPaths: wanted.map(([path]) => path).join(","),
    matchHash: hashValues(wanted.map(([, value]) => value)),
  };
}

function isLater(operand: Operand): boolean {
  return "path" in operand && operand.path[0] === "async";
}

/** The hash that a listener on these paths has if this event is for it; null if a path leads nowhere. */
export function hashAt(matchPaths: string, event: EventRecord): string | null {
  const values = matchPaths === "" ? [] : matchPaths.split(",").map((path) => valueAt(event, path.split(".")));
  return values.includes(undefined) ? null : hashValues(values);
}

function hashValues(values: readonly unknown[]): string {
  return sha256Hex(canonicalize(values) ?? "");
}
