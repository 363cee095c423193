import { test } from "../fixtures/next-host";
import { MERCHANT_HEADERS, newKey, SANDBOX_HEADERS } from "../fixtures/sandbox";
import { expect } from "../fixtures/test";

/** Requests whose answers have nothing in them that differs from one asking to the next. */
const REQUESTS = [
  { name: "health", method: "GET", path: "/v1/health" },
  { name: "health by HEAD", method: "HEAD", path: "/v1/health" },
  { name: "is it alive", method: "GET", path: "/livez", isProbe: true },
  { name: "is it ready", method: "GET", path: "/readyz", isProbe: true },
  { name: "is it ready by HEAD", method: "HEAD", path: "/readyz", isProbe: true },
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
    name: "a merchant's unknown transaction",
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
  { name: "malformed id", method: "GET", path: "/v1/authorizations/%2E%2E", isAuthorized: true },
] as const;

/** What a client may rely on; the rest is about the connection. */
const HEADERS = [
  "content-type",
  "cache-control",
  "allow",
  "x-content-type-options",
  "ratelimit-policy",
  "idempotent-replayed",
];

async function ask(host: string, request: (typeof REQUESTS)[number]) {
  const headers = "isAuthorized" in request ? { ...SANDBOX_HEADERS, "idempotency-key": newKey() } : {};
  const response = await fetch(new URL(request.path, host), {
    method: request.method,
    headers: { ...headers, ...("headers" in request ? request.headers : {}) },
    ...("body" in request ? { body: request.body } : {}),
  });
  if (!("isProbe" in request)) expect(response.headers.get("x-request-id")).toMatch(/^[0-9A-Za-z]{17}$/);
  const shared = Object.fromEntries(HEADERS.map((name) => [name, response.headers.get(name)]));
  return { status: response.status, headers: shared, body: await response.text() };
}

for (const request of REQUESTS) {
  test(`both hosts answer alike: ${request.name}`, async ({ nextHost, baseURL }) => {
    expect(await ask(nextHost, request)).toEqual(await ask(baseURL ?? "", request));
  });
}

test("a key used on one host is replayed by the other", async ({ nextHost, baseURL }) => {
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
