import type { Environment } from "../../caller";
import { type FieldKind, type Fields, isFields, kindOfField } from "./kept-fields";
import { findSecrets, holdsSecret, MAX_DEPTH } from "./secrets";

const REDACTED = "[redacted]";
/** Of each body. */
export const MAX_KEPT_BYTES = 16 * 1024;
/** Keys of ours, wherever they stand. */
const KEYS = /\b(?:[sm]k_(?:live|test)_|whsec_)[^\s"]+/g;

/** Of a card's number, and of no amount that is often asked for. */
const MANY_DIGITS = 8;

/** As they went over the wire. */
export interface WireBodies {
  readonly request: string;
  readonly response: string;
  readonly environment: Environment;
  /** The contract did not accept the request: its fields may hold anything, a code where an id belongs. */
  readonly isRefused: boolean;
}

/** There was too much to look for secrets in; too many bodies waited to be written; they may have named who was erased. */
type UnkeptBecause = "too_much" | "busy" | "erased";

/** What is written down; the bytes are those of the whole text, before it was cut. */
export interface KeptBodies {
  readonly requestBody: string | null;
  readonly requestBytes: number;
  readonly responseBody: string | null;
  readonly responseBytes: number;
  /** Why there is neither; null: they are kept, or there was none. */
  readonly unkeptBecause: UnkeptBecause | null;
}

/** Nothing of either, and why. */
export function unkept(unkeptBecause: UnkeptBecause): KeptBodies {
  return { requestBody: null, requestBytes: 0, responseBody: null, responseBytes: 0, unkeptBecause };
}

interface Reading {
  readonly isLive: boolean;
  /** Text in plain fields stays, and long numbers. */
  readonly hasPlainText: boolean;
  /** What stood in secret fields of either body: wherever else it stands, it goes too. */
  readonly secrets: ReadonlySet<string>;
}

/**
 * Both bodies as they may be kept: field by field by an allow list, whatever the field's value. Pure. A body that is no JSON
 * object is not kept, and neither is where more secrets stand than can be looked for while others wait.
 */
export function keepBodies({ request, response, environment, isRefused }: WireBodies): KeptBodies {
  const asked = parse(request);
  const answered = parse(response);
  const secrets = findSecrets([asked, answered], request.length + response.length);
  if (secrets === null) return unkept("too_much");
  const isLive = environment === "live";
  const [requestBody, requestBytes] = cut(redact(asked, { isLive, hasPlainText: !(isLive && isRefused), secrets }));
  const reading = { isLive, hasPlainText: true, secrets };
  const [responseBody, responseBytes] = cut(redactError(answered, reading) ?? redact(answered, reading));
  return { requestBody, requestBytes, responseBody, responseBytes, unkeptBecause: null };
}

function parse(text: string): Fields | null {
  if (text.trim() === "") return null;
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

/** Changes the fields themselves where it can: they were parsed for this, and few of them change. */
function redact(fields: Fields | null, reading: Reading, depth = 0): Fields | null {
  if (fields === null) return null;
  let hasUnknown = false;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    const kind = kindOfField(name, value);
    if (kind === null) {
      hasUnknown = true;
      continue;
    }
    const kept = redactField(kind, value, reading, depth + 1);
    if (kept !== value) fields[name] = kept;
  }
  return hasUnknown ? withoutUnknown(fields, reading) : fields;
}

/** A name that no contract has is the caller's own, and may be anything. */
function withoutUnknown(fields: Fields, reading: Reading): Fields {
  const kept: [string, unknown][] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (kindOfField(name, value) !== null) kept.push([name, value]);
    else if (!reading.isLive) kept.push([scrub(name, reading), REDACTED]);
  }
  return Object.fromEntries(kept);
}

function redactField(kind: FieldKind, value: unknown, reading: Reading, depth: number): unknown {
  if (kind === "plain") return redactValue(value, reading, depth);
  if (kind === "private" && !reading.isLive) return scrubValue(value, reading, depth);
  return value === null ? null : REDACTED;
}

/** Of a plain field: what stands in it is read by its own names. */
function redactValue(value: unknown, reading: Reading, depth: number): unknown {
  if (depth > MAX_DEPTH) return REDACTED;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, reading, depth + 1));
  if (isFields(value)) return redact(value, reading, depth);
  if (typeof value === "number") return scrubNumber(value, reading);
  if (typeof value !== "string") return value;
  return reading.hasPlainText ? scrub(value, reading) : REDACTED;
}

/** Of a private field in test: as it was sent, without what is secret elsewhere. */
function scrubValue(value: unknown, reading: Reading, depth: number): unknown {
  if (depth > MAX_DEPTH) return REDACTED;
  if (typeof value === "string") return scrub(value, reading);
  if (typeof value === "number") return scrubNumber(value, reading);
  if (Array.isArray(value)) return value.map((item) => scrubValue(item, reading, depth + 1));
  if (!isFields(value)) return value;
  const items = Object.entries(value).map(([name, item]) => [
    scrub(name, reading),
    kindOfField(name, item) === "secret" ? REDACTED : scrubValue(item, reading, depth + 1),
  ]);
  return Object.fromEntries(items);
}

function scrub(text: string, { secrets }: Reading): string {
  if (holdsSecret(text, secrets)) return REDACTED;
  return text.includes("_") ? text.replace(KEYS, REDACTED) : text;
}

function scrubNumber(value: number, { secrets, hasPlainText }: Reading): unknown {
  const text = String(value);
  const isLong = !hasPlainText && text.replace(/\D/g, "").length >= MANY_DIGITS;
  return isLong || holdsSecret(text, secrets) ? REDACTED : value;
}

/** An error's code is a word of ours, though a payment code's field has the same name. Null: it is no error. */
function redactError(answered: Fields | null, reading: Reading): Fields | null {
  if (!isFields(answered?.error) || Object.keys(answered).length > 1) return null;
  const { code, message, field, details } = answered.error;
  const words = (value: unknown) => (reading.isLive ? REDACTED : scrubValue(value, reading, 1));
  return { error: { code, message: words(message), field: scrubValue(field, reading, 1), details: words(details) } };
}

/** A cut may fall into the middle of a character, which goes too. */
function cut(fields: Fields | null): [string | null, number] {
  if (fields === null) return [null, 0];
  const text = JSON.stringify(fields);
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_KEPT_BYTES) return [text, bytes];
  return [
    Buffer.from(text)
      .subarray(0, MAX_KEPT_BYTES)
      .toString()
      .replace(/�{1,3}$/, ""),
    bytes,
  ];
}
