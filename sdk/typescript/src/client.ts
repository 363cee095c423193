import { NoAnswerError, readRetryAfter, toError } from "./errors.ts";
import type { components, operations } from "./generated/api.ts";
import { OPERATIONS } from "./generated/operations.ts";
import { hmac } from "./hmac.ts";
import { List } from "./pages.ts";

type Name = keyof typeof OPERATIONS;

type Part<Holder, Key extends string> = Holder extends { [K in Key]?: infer Value } ? Exclude<Value, undefined> : never;
type OrNothing<Value> = [Value] extends [never] ? unknown : Value;
type PathOf<Op> = OrNothing<Part<Part<Op, "parameters">, "path">>;
type QueryOf<Op> = OrNothing<Part<Part<Op, "parameters">, "query">>;
type BodyOf<Op> = OrNothing<Part<Part<Part<Op, "requestBody">, "content">, "application/json">>;
type Flat<Value> = { [Key in keyof Value]: Value[Key] };

/** The input of an operation: fields of its path, query, and body, in one object. */
export type InputOf<N extends Name> = Flat<PathOf<operations[N]> & QueryOf<operations[N]> & BodyOf<operations[N]>>;

type ContentOf<Response> = Response extends { content: { "application/json": infer Body } } ? Body : never;
type ResponsesOf<Op> = Op extends { responses: infer Responses } ? Responses[keyof Responses] : never;
/** The answer of an operation. */
export type AnswerOf<N extends Name> = ContentOf<ResponsesOf<operations[N]>>;

/** Records and bodies by their names in the reference: `Schemas["Refund"]`. */
export type Schemas = components["schemas"];

type Page = { readonly data: readonly { readonly id: string }[]; readonly hasMore: boolean };
type Called<N extends Name> = (typeof OPERATIONS)[N][3] extends "page"
  ? AnswerOf<N> extends infer One extends Page
    ? List<One>
    : Promise<AnswerOf<N>>
  : Promise<AnswerOf<N>>;
type Call<N extends Name> =
  Record<never, never> extends InputOf<N>
    ? (input?: InputOf<N>, options?: CallOptions) => Called<N>
    : (input: InputOf<N>, options?: CallOptions) => Called<N>;

interface Settings {
  /** Such as `https://api.example.com`. */
  readonly baseUrl: string;
  /** For one attempt, in milliseconds. 30,000 by default. */
  readonly timeoutMs?: number;
  /** Repeats after no answer, 429, and 5xx, always with the same Idempotency-Key. 4 by default; 0 for none. */
  readonly maxRetries?: number;
  /** Signs each request, as keys that enforce signing need. */
  readonly signs?: boolean;
  /** In place of the runtime’s own. */
  readonly fetch?: typeof fetch;
}

/** A tenant’s key works on both surfaces; on the merchant’s it says for which merchant it acts. */
export interface TenantSettings extends Settings {
  readonly apiKey: string;
  readonly secret: string;
  /** For whom operations of the merchant surface act, where a call doesn’t say otherwise. */
  readonly merchant?: string;
}

export interface MerchantSettings extends Settings {
  readonly merchantKey: string;
}

export interface CallOptions {
  /** Names what is asked for, so that it happens once: an order’s number, for example. A random one by default. */
  readonly idempotencyKey?: string;
  readonly merchant?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

const TIMEOUT_MS = 30_000;
const MAX_RETRIES = 4;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 60_000;

/** Every operation of both surfaces by its name in the reference: `createAuthorization`, `listRefunds`, `sellPaymentCode`. */
export type ClosedLoop = { readonly [N in keyof typeof OPERATIONS]: Call<N> };

/**
 * A client of Closed Loop.
 *
 *     const loop = closedLoop({ baseUrl, apiKey, secret });
 *     const payment = await loop.createAuthorization({ panToken, amount: 12.5 }, { idempotencyKey: "order-1001" });
 *     if (payment.status === "approved") await loop.captureAuthorization({ id: payment.recordId });
 *
 * A decline is an answer. An answer with a status of 400 or more is thrown as an `ApiError`.
 */
export function closedLoop(settings: TenantSettings | MerchantSettings): ClosedLoop {
  const names = Object.keys(OPERATIONS) as Name[];
  const calls = names.map((name) => {
    const isList = OPERATIONS[name][3] === "page";
    return [
      name,
      (input: Input = {}, options: CallOptions = {}) =>
        isList
          ? new List(
              (cursor) => send(settings, name, turned(input, cursor), options) as Promise<Page>,
              "ending_before" in input,
            )
          : send(settings, name, input, options),
    ];
  });
  return Object.fromEntries(calls) as ClosedLoop;
}

type Input = Readonly<Record<string, unknown>>;

function turned(input: Input, cursor: object): Input {
  if (Object.keys(cursor).length === 0) return input;
  const { starting_after: _, ending_before: __, ...rest } = input;
  return { ...rest, ...cursor };
}

async function send(
  settings: TenantSettings | MerchantSettings,
  name: Name,
  input: Input,
  options: CallOptions,
): Promise<unknown> {
  const [method, template, repeats] = OPERATIONS[name];
  const rest = { ...input };
  const path = template.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = rest[field];
    delete rest[field];
    if (value === undefined || value === "") throw new TypeError(`${name} needs ${field}.`);
    return encodeURIComponent(String(value));
  });
  const isRead = method === "GET";
  const url = new URL(settings.baseUrl.replace(/\/+$/, "") + path);
  if (isRead) addQuery(url.searchParams, rest);
  const body = isRead ? "" : JSON.stringify(rest);
  const idempotencyKey = repeats === "key" ? (options.idempotencyKey ?? crypto.randomUUID()) : null;
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt >= (settings.maxRetries ?? MAX_RETRIES);
    const signal = AbortSignal.any([
      AbortSignal.timeout(options.timeoutMs ?? settings.timeoutMs ?? TIMEOUT_MS),
      ...(options.signal ? [options.signal] : []),
    ]);
    let response: Response;
    let text: string;
    try {
      const headers = await headersOf(settings, { method, path: url.pathname, body, idempotencyKey, ...options });
      // Workers refuse "error"; a redirect that isn’t followed is an answer that isn’t ok.
      const request = { method, headers, signal, redirect: "manual", ...(isRead ? {} : { body }) } as const;
      response = await (settings.fetch ?? fetch)(url, request);
      text = await response.text();
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      if (isLast) throw new NoAnswerError(`${name}: no answer came.`, idempotencyKey, error);
      await pause(attempt, null, options.signal);
      continue;
    }
    if (response.ok) return text === "" ? null : JSON.parse(text);
    const mayPass = response.status === 429 || response.status >= 500;
    if (!mayPass || isLast) throw toError(response.status, parseOrNull(text), response.headers);
    await pause(attempt, readRetryAfter(response.headers), options.signal);
  }
}

interface Signed {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly idempotencyKey: string | null;
  readonly merchant?: string;
}

async function headersOf(
  settings: TenantSettings | MerchantSettings,
  { method, path, body, idempotencyKey, ...call }: Signed,
) {
  const isTenant = "apiKey" in settings;
  const secret = isTenant ? settings.secret : settings.merchantKey;
  const merchant = isTenant && path.startsWith("/merchant/") ? (call.merchant ?? settings.merchant) : undefined;
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const content = [method, path, ...(merchant === undefined ? [] : [merchant]), timestamp, body].join("\n");
  return {
    accept: "application/json",
    authorization: `Bearer ${secret}`,
    ...(isTenant ? { "x-api-key": settings.apiKey } : {}),
    ...(merchant === undefined ? {} : { "x-merchant": merchant }),
    ...(method === "GET" ? {} : { "content-type": "application/json" }),
    ...(idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey }),
    ...(settings.signs
      ? { "x-timestamp": timestamp, "x-signature": `sha256=${await hmac(secret, content, "hex")}` }
      : {}),
  };
}

/** A filter of several fields is written `created[gte]=…`. */
function addQuery(query: URLSearchParams, fields: Input): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    if (typeof value !== "object") query.append(name, String(value));
    else
      for (const [key, inner] of Object.entries(value))
        if (inner !== undefined) query.append(`${name}[${key}]`, String(inner));
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function pause(attempt: number, retryAfterSeconds: number | null, signal: AbortSignal | undefined): Promise<void> {
  const backoff = FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random() / 2);
  const ms = Math.min(LONGEST_PAUSE_MS, Math.max(backoff, (retryAfterSeconds ?? 0) * 1_000));
  return new Promise((done, failed) => {
    const stop = () => {
      clearTimeout(timer);
      failed(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      done();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
