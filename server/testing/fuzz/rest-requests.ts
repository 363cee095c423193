import fc from "fast-check";
import { type ApiRequest, splitUrl } from "@/server/api/kit/request";
import type { OperationContract } from "@/server/contracts/rest/operation";
import { readSingleHeaders } from "@/server/platform/single-headers";
import { FOREIGN_REQUESTS } from "../authority/foreign-requests";
import type { OwnersRecords } from "../authority/rest-authority";
import { type BrokenJson, breakJson, brokenJson } from "./broken-json";
import { hostileName, hostileText } from "./hostile-values";
import { valuesOf } from "./schema-values";

export interface RestCase {
  /** The row of the authority matrix that it starts from, with valid ids. */
  readonly row: number;
  readonly fields: object;
  readonly body: BrokenJson;
  readonly method: string | null;
  readonly segment: string | null;
  readonly query: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export interface SentRequest extends Omit<ApiRequest, "header" | "readBody" | "repeatedHeader"> {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "get", "__proto__"];

const SEGMENTS = fc.oneof(
  fc.constantFrom(
    "%",
    "%zz",
    "%00",
    "%ff",
    "%ED%A0%80",
    "..",
    "%2e%2e",
    "a%2fb",
    "a;b=c",
    "a/",
    "//",
    "\\",
    "é",
    "*",
    "0",
  ),
  hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
);

const parameter = fc
  .tuple(fc.oneof(hostileName, fc.constantFrom("limit", "cursor", "status", "q")), hostileText)
  .map((pair) => pair.map((part) => encodeURIComponent(part.toWellFormed())).join("="));

const QUERIES = fc.oneof(
  fc.constantFrom(
    "?",
    "??",
    "?&&=",
    "?%",
    "?a=%zz",
    "?a=%ff",
    "?a[b]=c",
    "?a=1&a=2",
    "?+",
    "?limit=1&limit=2",
    "?\ufffd",
  ),
  fc.array(parameter, { minLength: 1, maxLength: 3 }).map((pairs) => `?${pairs.join("&")}`),
);

/** Like Node passes headers on: one character per byte. */
const HEADER_TEXT = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "é",
    "\u0080\u00ff",
    "a, b",
    "a".repeat(81),
    "a".repeat(9_000),
    "__proto__",
    "\t",
    "1e400",
    "-1",
  ),
  fc.string({ maxLength: 30, unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) }),
);

const NAMED_HEADERS: Readonly<Record<string, readonly string[]>> = {
  "content-type": ["text/plain", "application/json; charset=utf-16", "multipart/form-data", "application/xml", "", ";"],
  "content-encoding": ["gzip", "br", "deflate, gzip", "identity"],
  "content-length": ["-1", "65537", "1e9", "99999999999999999999", "NaN", "0x10"],
  "idempotency-key": ["", " ", "a".repeat(80), "a".repeat(81), "é", "a, a", "__proto__"],
  authorization: [
    "Bearer",
    "Bearer ",
    "Basic YTpi",
    "Bearer sk_test_x",
    "Bearer mk_test_a_b",
    `Bearer sk_test_${"x".repeat(9_000)}`,
  ],
  "x-api-key": ["", "pk_test_", "pk_test_unknown", "pk_live_unknown", "__proto__", "pk_test_a, pk_test_b"],
  "x-signature": ["", "sha256=", `sha256=${"0".repeat(64)}`, "sha1=00"],
  "x-timestamp": ["", "0", "-1", "1e10", "99999999999999", "1700000000"],
  traceparent: [
    "00-0-0-0",
    `00-${"0".repeat(32)}-${"0".repeat(16)}-01`,
    `00-${"f".repeat(32)}-${"f".repeat(16)}-ff`,
    "x",
  ],
  "x-forwarded-for": ["", ",", "::", "999.1.1.1", "[::1]:99999", "a".repeat(5_000)],
  accept: ["text/html", "*/*;q=x", ""],
  expect: ["100-continue", "x"],
};

const header = fc.constantFrom(...Object.keys(NAMED_HEADERS)).chain((name) => {
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...(NAMED_HEADERS[name] ?? [])) },
    { weight: 1, arbitrary: HEADER_TEXT },
  );
  return fc.tuple(fc.constant(name), value);
});

const seldom = <T, U>(arbitrary: fc.Arbitrary<T>, otherwise: U, weight = 1): fc.Arbitrary<T | U> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(otherwise) }, { weight, arbitrary });

export function restCases(contract: OperationContract): fc.Arbitrary<RestCase> {
  const none = { named: {}, ids: [] };
  const fields = contract.body ? valuesOf(contract.body.schema, none) : fc.constant({});
  return fc.record({
    row: fc.nat({ max: 9 }),
    fields: fields.map((value) => (typeof value === "object" && value !== null ? value : {})),
    body: brokenJson,
    method: seldom(fc.constantFrom(...METHODS), null),
    segment: seldom(SEGMENTS, null),
    query: seldom(QUERIES, "", contract.query ? 5 : 1),
    headers: seldom(fc.array(header, { minLength: 1, maxLength: 3 }), [], 2),
  });
}

export function toRequest(
  contract: OperationContract,
  { row, fields, body, method, segment, query, headers }: RestCase,
  records: OwnersRecords,
  credentials: Readonly<Record<string, string>>,
): SentRequest {
  const rows = FOREIGN_REQUESTS[contract.id] ?? [];
  const asked = rows[row % Math.max(1, rows.length)]?.ask(records, records) ?? {};
  const path = contract.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => segment ?? encodeURIComponent(asked.params?.[name] ?? ""),
  );
  const fixed = { ...credentials, "content-type": "application/json" };
  const key = contract.idempotency === "required" ? { "idempotency-key": crypto.randomUUID() } : {};
  const search = query === "" && asked.query ? `?${new URLSearchParams(asked.query)}` : query;
  const changed = new Set(headers.map(([name]) => name));
  const kept = Object.entries({ ...fixed, ...key }).filter(([name]) => !changed.has(name));
  const isBodyless = contract.method === "GET" && body.value.length === 0;
  return {
    method: method ?? contract.method,
    ...splitUrl(segment !== null && !path.includes(segment) ? `${path}/${segment}${search}` : `${path}${search}`),
    headers: [...kept, ...headers],
    body: (isBodyless ? undefined : breakJson({ ...fields, ...asked.body }, body)) ?? Buffer.alloc(0),
  };
}

export function asApiRequest({ headers, body, ...request }: SentRequest): ApiRequest {
  return {
    ...request,
    header: (name) => {
      const sent = headers.filter(([other]) => other === name).map(([, value]) => value);
      return sent.length > 0 ? sent.join(", ") : null;
    },
    repeatedHeader: readSingleHeaders(headers.flat()).repeated,
    readBody: async (maxBytes) => (body.length > maxBytes ? "too_large" : body),
  };
}
