import type { z } from "zod";
import type { OperationContract } from "@/server/contracts/rest/operation";
import { formatIssues } from "@/server/contracts/text/format-issue";
import {
  formatUnknownField,
  MAX_NAME_LENGTH,
  readFields,
  type UnknownField,
} from "@/server/contracts/text/read-fields";
import type { AcquirerCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { type ClaimName, meaningOf, scopeOf } from "@/server/domain/idempotency";
import type { ApiRequest } from "./request";

const MAX_BODY_BYTES = 64 * 1024;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads no more, whatever Content-Length says. Throws `payload_too_large` and `invalid_json`. */
export async function readBytes(request: ApiRequest, maxBytes: number): Promise<Uint8Array> {
  const announced = Number(request.header("content-length") ?? 0);
  const body = announced > maxBytes ? "too_large" : await request.readBody(maxBytes);
  if (body === "too_large") {
    throw new DomainError("payload_too_large", `The body can have at most ${maxBytes} bytes.`);
  }
  // The client disconnected midway; nobody will see this error.
  if (body === "incomplete") throw new DomainError("invalid_json", "The body is incomplete.");
  return body;
}

/** At most 64 KB of UTF-8. Throws what `readBytes` throws. */
export async function readBody(request: ApiRequest): Promise<string> {
  const body = await readBytes(request, MAX_BODY_BYTES);
  try {
    // Invalid UTF-8 would silently decode to other characters, which the signature doesn't cover.
    return utf8.decode(body);
  } catch {
    throw new DomainError("invalid_json", "The body isn’t valid UTF-8.");
  }
}

/** The whitespace that JSON allows between tokens (RFC 8259 2). A body of other whitespace isn't empty. */
const JSON_BLANKS = /^[ \t\n\r]*$/;

/**
 * Parses the body; an empty one is `undefined`. Throws `invalid_json`, and `validation_error` for a number that would lose
 * digits.
 */
export function parseJson(text: string): unknown {
  if (JSON_BLANKS.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DomainError("invalid_json", "The body isn’t valid JSON.");
  }
  requireExactNumbers(text);
  return value;
}

/** A body of an operation that takes none: parsed if it is JSON, otherwise ignored. */
export function parseUnasked(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** A double keeps any 15 significant digits, so shorter numbers without an exponent are exact. */
const MAY_CHANGE = /\d[\d.]{15}|\d[eE]/;
/** More than the longest spelling of a double (24) and of 15 digits with a decimal library's zeros. */
const MAX_NUMBER_LENGTH = 64;
const TOKEN = /[ \t\n\r]*(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]|true|false|null)/y;
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const LAST_DIGIT_BUT_ZERO = /[1-9]0{0,64}$/;

/** The significant digits and the exponent of a number of at most MAX_NUMBER_LENGTH characters, in one spelling. */
function canonical(number: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = NUMBER.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const end = digits.search(LAST_DIGIT_BUT_ZERO) + 1;
  if (end === 0) return "0";
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - end);
  return `${sign}${digits.slice(0, end)}e${power}`;
}

function isExact(number: string): boolean {
  const read = Number(number);
  return Number.isFinite(read) && canonical(number) === canonical(String(read));
}

/** Yields the tokens of valid JSON. Each match begins where the one before ended, so the time is linear. */
function* tokensOf(json: string): Generator<string> {
  const pattern = new RegExp(TOKEN);
  for (let found = pattern.exec(json); found; found = pattern.exec(json)) yield found[0].trimStart();
}

/**
 * Throws `validation_error`, naming the top-level field, if a number is longer than MAX_NUMBER_LENGTH or would lose digits when
 * parsed, such as a 17-digit order number: two requests that differ only there would count as the same.
 */
export function requireExactNumbers(json: string): void {
  if (!MAY_CHANGE.test(json)) return;
  let depth = 0;
  let field: string | null = null;
  let last = "";
  for (const token of tokensOf(json)) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (token === ":" && depth === 1) field = String(JSON.parse(last));
    else if (/^[-\d]/.test(token)) {
      if (token.length > MAX_NUMBER_LENGTH)
        throw refused(field, `a number can have at most ${MAX_NUMBER_LENGTH} characters`);
      if (!isExact(token)) throw changed(token, field);
    }
    last = token;
  }
}

function changed(number: string, field: string | null): DomainError {
  const message = `${number} would come back as ${Number(number)}. Send a number of at most 15 digits, or a string.`;
  return refused(field, message);
}

function refused(field: string | null, message: string): DomainError {
  return new DomainError("validation_error", field === null ? message : `${field}: ${message}`, {
    ...(field === null ? {} : { field: field.slice(0, 64).toWellFormed() }),
    details: { issues: [{ field, message }] },
  });
}

const MAX_ISSUES = 20;

interface Issue {
  readonly field: string | null;
  readonly message: string;
}

/**
 * Parses with a contract's schema. Throws `validation_error` with the first wrong field and a list of all. `unknown` are the
 * fields to refuse because the schema doesn't know them; they come first, since a missing field may be a misspelled one.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  unknown: readonly UnknownField[] = [],
): z.output<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success && unknown.length === 0) return parsed.data;
  const strange = unknown.slice(0, MAX_ISSUES).map((one) => ({
    field: one.path.slice(0, MAX_NAME_LENGTH).toWellFormed(),
    message: formatUnknownField(one, "field"),
  }));
  const wrong = formatIssues(parsed.error?.issues ?? [], schema).map(({ field, message }) => ({
    field: field || null,
    message,
  }));
  const issues: Issue[] = [...strange, ...wrong].slice(0, MAX_ISSUES);
  const [first] = issues;
  const about = first?.field && strange.length === 0 ? `${first.field}: ` : "";
  throw new DomainError("validation_error", `${about}${first?.message ?? "The request is not valid."}`, {
    ...(first?.field ? { field: first.field } : {}),
    details: { issues },
  });
}

function wrong(name: string, message: string, sentence?: string): DomainError {
  const field = name.slice(0, MAX_NAME_LENGTH).toWellFormed();
  return new DomainError("validation_error", sentence ?? `${field}: ${message}`, {
    field,
    details: { issues: [{ field, message }] },
  });
}

function unknownParameter(path: string, schema: z.ZodObject): DomainError {
  const sentence = formatUnknownField({ path, known: Object.keys(schema.shape) }, "parameter");
  return wrong(path, sentence, sentence);
}

/** `created[gte]`: a field of an object parameter. */
const FIELD = /^([^[\]]+)\[([^[\]]*)\]$/;

/**
 * Parses the query by its contract. Unknown or repeated parameters are refused, since silently ignoring a filter would answer
 * another question. Operations without parameters ignore the query. Throws `validation_error`.
 */
export function readQuery(schema: z.ZodObject | undefined, search: string): unknown {
  if (!schema) return {};
  const values = new Map<string, string | [name: string, value: string][]>();
  const seen = new Set<string>();
  for (const [sent, value] of new URLSearchParams(search)) {
    const [, name = sent, field] = FIELD.exec(sent) ?? [];
    if (!Object.hasOwn(schema.shape, name)) throw unknownParameter(sent, schema);
    const known = values.get(name) ?? [];
    if (seen.has(sent) || typeof known === "string") throw wrong(sent, "may be given once");
    seen.add(sent);
    if (field === undefined && values.has(name)) throw wrong(sent, "may be given once");
    values.set(name, field === undefined ? value : [...known, [field, value]]);
  }
  const read = Object.fromEntries(
    [...values].map(([name, value]) => [name, typeof value === "string" ? value : Object.fromEntries(value)]),
  );
  return validate(schema, read, readFields(schema, read).unknown);
}

export function invalidHeader(field: string, message: string): DomainError {
  return new DomainError("validation_error", `${field} ${message}.`, {
    field,
    details: { issues: [{ field, message }] },
  });
}

const KEY = /^[\x20-\x7e]{1,80}$/;

/**
 * The Idempotency-Key, or null if none was sent or the operation takes none. Throws `idempotency_key_required`,
 * `validation_error`.
 */
export function readKey(contract: OperationContract, request: ApiRequest): string | null {
  if (contract.idempotency === "none") return null;
  const key = request.header("idempotency-key");
  const field = "Idempotency-Key";
  if (key === null && contract.idempotency !== "required") return null;
  if (key === null || (key === "" && contract.idempotency === "required")) {
    throw new DomainError("idempotency_key_required", "This request requires an Idempotency-Key header.", { field });
  }
  if (!KEY.test(key)) throw invalidHeader(field, "must be 1 to 80 printable ASCII characters");
  return key;
}

interface Asked {
  readonly contract: OperationContract;
  /** The path or body field that names an authorization, by number or record id; null if none does. */
  readonly namedBy: string | null;
  readonly params: object;
  readonly body: unknown;
}

/** The caller's claim to a key, fingerprinted by the meaning of the request. A missing body equals an empty one. */
export function claimKey(caller: AcquirerCaller, key: string, { contract, namedBy, params, body }: Asked): ClaimName {
  const { method, path } = contract;
  const fields = typeof body === "object" && body !== null ? body : {};
  const named: unknown = namedBy === null ? null : (Reflect.get(params, namedBy) ?? Reflect.get(fields, namedBy));
  return {
    scope: scopeOf(caller),
    key,
    meaning: meaningOf({
      operation: `${method} ${path}`,
      path: without(namedBy, params),
      body: without(namedBy, fields),
    }),
    spelled: typeof named === "string" ? named : null,
  };
}

function without(name: string | null, fields: object): object {
  if (name === null) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));
}

export interface Annotations {
  readonly merchantReference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

export function readAnnotations(body: unknown): Annotations {
  const sent: Partial<Annotations> = typeof body === "object" && body !== null ? body : {};
  return { merchantReference: sent.merchantReference ?? null, metadata: sent.metadata ?? null };
}

/** The response as stored for replays. Metadata is left out, because a repeat sends it again, so it never has to be erased. */
export function keptWithoutMetadata(body: unknown): string {
  return JSON.stringify({ ...(body as object), metadata: null });
}

/**
 * The stored response with the repeat's metadata, which equals the first one's. Responses stored before they contained metadata
 * stay unchanged.
 */
export function withMetadata(text: string, { metadata }: Annotations): string {
  const kept = metadata === null ? null : (JSON.parse(text) as object);
  return kept && Object.hasOwn(kept, "metadata") ? JSON.stringify({ ...kept, metadata }) : text;
}
