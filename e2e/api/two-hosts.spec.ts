import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { test } from "../fixtures/next-host";
import { MERCHANT_HEADERS, newKey, SANDBOX_HEADERS } from "../fixtures/sandbox";
import { expect } from "../fixtures/test";

/** Requests whose answers are the same each time. */
const REQUESTS = [
  { name: "health", method: "GET", path: "/v1/health" },
  { name: "health by HEAD", method: "HEAD", path: "/v1/health" },
  { name: "is it alive", method: "GET", path: "/livez", isProbe: true },
  { name: "is it ready", method: "GET", path: "/readyz", isProbe: true },
  { name: "is it ready by HEAD", method: "HEAD", path: "/readyz", isProbe: true },
  { name: "a header of Next’s router", method: "GET", path: "/v1/health", headers: { rsc: "1" } },
  { name: "no credentials", method: "GET", path: "/v1/me" },
  {
    name: "unknown key",
    method: "GET",
    path: "/v1/me",
    headers: { ...SANDBOX_HEADERS, "x-api-key": "pk_test_nobody" },
  },
  { name: "unknown path", method: "GET", path: "/v1/nothing" },
  { name: "the bare prefix", method: "GET", path: "/v1" },
  { name: "trailing slash", method: "GET", path: "/v1/me/" },
  { name: "unknown merchant path", method: "POST", path: "/merchant/v1/nothing" },
  { name: "no merchant key", method: "POST", path: "/merchant/v1/transactions/sale" },
  {
    name: "a merchant’s unknown transaction",
    method: "POST",
    path: "/merchant/v1/transactions/get",
    headers: MERCHANT_HEADERS,
    body: '{"merchantReference":"nobody ever used this"}',
  },
  { name: "wrong method", method: "DELETE", path: "/v1/authorizations" },
  { name: "OPTIONS", method: "OPTIONS", path: "/v1/authorizations" },
  { name: "a body that is not JSON", method: "POST", path: "/v1/authorizations", body: "{", isAuthorized: true },
  {
    name: "a body too large",
    method: "POST",
    path: "/v1/authorizations",
    body: " ".repeat(70_000),
    isAuthorized: true,
  },
  { name: "invalid fields", method: "POST", path: "/v1/authorizations", body: '{"amount":0}', isAuthorized: true },
  { name: "unknown authorization", method: "GET", path: "/v1/authorizations/0000000", isAuthorized: true },
  { name: "a method of WebDAV", method: "PROPFIND", path: "/v1/me" },
  { name: "a method of WebDAV on no endpoint", method: "PROPFIND", path: "/v1/nothing" },
  { name: "TRACE", method: "TRACE", path: "/v1/authorizations" },
  { name: "TRACE for merchants", method: "TRACE", path: "/merchant/v1/transactions/sale" },
  { name: "the prefix in capitals", method: "GET", path: "/V1/me" },
  { name: "a broken escape", method: "GET", path: "/v1/authorizations/%zz", isAuthorized: true },
  { name: "two slashes", method: "GET", path: "/v1//me" },
  { name: "dot segments", method: "GET", path: "/v1/nothing/../me" },
  { name: "a broken escape of a merchant", method: "POST", path: "/merchant/v1/%E0%A4%A" },
  {
    name: "a key sent with two values",
    method: "POST",
    path: "/v1/authorizations",
    headers: { "idempotency-key": ["one", "two"] },
    body: '{"panToken":"TESTcardApproved1","amount":1}',
    isAuthorized: true,
  },
  { name: "malformed id", method: "GET", path: "/v1/authorizations/%2E%2E", isAuthorized: true },
] as const;

/** Headers that clients may rely on; others depend on the connection. */
const HEADERS = [
  "content-type",
  "cache-control",
  "allow",
  "x-content-type-options",
  "ratelimit-policy",
  "idempotent-replayed",
];

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/** Uses a raw request, because fetch doesn't support TRACE and normalizes URLs. */
async function send(host: string, { method, path, headers = {}, body }: Sent): Promise<IncomingMessage> {
  const { hostname, port } = new URL(host);
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const sent = httpRequest({ host: hostname, port, method, path, headers: { ...headers, ...length } }).end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return response;
}

async function ask(host: string, request: (typeof REQUESTS)[number]) {
  const headers = "isAuthorized" in request ? { ...SANDBOX_HEADERS, "idempotency-key": newKey() } : {};
  const response = await send(host, {
    ...request,
    headers: { ...headers, ...("headers" in request ? request.headers : {}) },
  });
  if (!("isProbe" in request)) expect(response.headers["x-request-id"]).toMatch(/^[0-9A-Za-z]{17}$/);
  const shared = Object.fromEntries(HEADERS.map((name) => [name, response.headers[name]]));
  return { status: response.statusCode, headers: shared, body: await text(response) };
}

for (const request of REQUESTS) {
  test(`both hosts answer alike: ${request.name}`, { tag: "@journey" }, async ({ nextHost, baseURL }) => {
    expect(await ask(nextHost, request)).toEqual(await ask(baseURL ?? "", request));
  });
}

test("a key used on one host is replayed by the other", { tag: "@journey" }, async ({ nextHost, baseURL }) => {
  const idempotencyKey = newKey();
  const authorize = (host: string) =>
    fetch(new URL("/v1/authorizations", host), {
      method: "POST",
      headers: { ...SANDBOX_HEADERS, "idempotency-key": idempotencyKey },
      body: JSON.stringify({ panToken: "TESTcardApproved1", amount: 3 }),
    });
  const first = await authorize(baseURL ?? "");
  const second = await authorize(nextHost);
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  expect(await second.text()).toBe(await first.text());
});

async function askForPage(host: string, path: string) {
  const response = await send(host, { method: "GET", path });
  const body = await text(response);
  const policy = response.headers["content-security-policy"] ?? "";
  const [, nonce = "none"] = /'nonce-([^']+)'/.exec(String(policy)) ?? [];
  return {
    status: response.statusCode,
    location: response.headers.location?.replace(/^https?:\/\/[^/]+/, ""),
    policy: String(policy).replace(nonce, "…"),
    isNonceOnScripts: body.includes(`nonce="${nonce}"`),
    hsts: response.headers["strict-transport-security"],
  };
}

for (const path of ["/sign-in", "/wallet/cards", "/t/test-coffee/test/webhooks", "/nothing", "/%zz", "/metrics"]) {
  test(`both hosts serve the same page: ${path}`, { tag: "@journey" }, async ({ nextHost, baseURL }) => {
    expect(await askForPage(nextHost, path)).toEqual(await askForPage(baseURL ?? "", path));
  });
}

test("Next alone knows a caller's address too: too many failures from one are refused", { tag: "@journey" }, async ({
  nextHost,
}) => {
  const statuses = new Set<number | undefined>();
  for (let i = 0; i < 40; i += 1) {
    const response = await send(nextHost, { method: "GET", path: "/v1/me" });
    response.resume();
    statuses.add(response.statusCode);
  }
  expect([...statuses]).toEqual([401, 429]);
});

test("both hosts refuse a body that no page takes, and ask nobody", { tag: "@journey" }, async ({
  nextHost,
  baseURL,
}) => {
  for (const host of [nextHost, baseURL ?? ""]) {
    const response = await send(host, {
      method: "POST",
      path: "/api/auth/callback/credentials",
      body: "b".repeat(20_000),
    });
    expect(response.statusCode).toBe(413);
    expect(JSON.parse(await text(response)).error.code).toBe("payload_too_large");
  }
});
