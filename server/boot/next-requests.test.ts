import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { type Connection, currentConnection } from "@/server/platform/connection";
import { prepareRequest } from "./next-requests";

process.env.DATABASE_URL ||= "postgresql://127.0.0.1/unused";

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly sent: Connection["sent"];
  readonly address: string | null;
  readonly asked: unknown;
  readonly policy: unknown;
}

async function see(
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Seen & { sentPolicy: unknown }> {
  let seen: Seen | null = null;
  const server = createServer((request, response) => {
    prepareRequest(request, response);
    const { sent, remoteAddress: address } = currentConnection();
    const { "x-closed-loop-address": asked, "content-security-policy": policy } = request.headers;
    seen = { method: request.method, url: request.url, sent, address, asked, policy };
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const asked = httpRequest({ host: "127.0.0.1", port, method, path, headers }).end();
  const [response] = await once(asked, "response");
  response.resume();
  server.close();
  assert.ok(seen);
  return { ...(seen as Seen), sentPolicy: response.headers["content-security-policy"] };
}

test("a path reaches the API as it was sent, whatever Next would make of it", async () => {
  const cases = [
    ["GET", "/v1/me", "GET", "/v1/-"],
    ["POST", "/v1/authorizations?x=1", "POST", "/v1/-"],
    ["PROPFIND", "/v1/me", "OPTIONS", "/v1/-"],
    ["TRACE", "/merchant/v1/transactions/sale", "OPTIONS", "/v1/-"],
    ["GET", "/V1/me", "GET", "/v1/-"],
    ["GET", "/v1/authorizations/%zz", "GET", "/v1/-"],
    ["GET", "/v1//me", "GET", "/v1/-"],
  ] as const;
  for (const [method, path, toMethod, toUrl] of cases) {
    const seen = await see(method, path);
    assert.deepEqual(
      [seen.method, seen.url, seen.sent],
      [toMethod, toUrl, { method, url: path, repeatedHeader: null }],
      `${method} ${path}`,
    );
    assert.deepEqual([seen.address, seen.sentPolicy], ["127.0.0.1", undefined]);
  }
});

test("dot segments are resolved before it is decided who answers", async () => {
  for (const path of ["/v1/x/../me", "/docs/../v1/me", "/docs/%2e%2E/v1/me", "/docs\\..\\v1/me", "/./v1/me"]) {
    assert.deepEqual((await see("GET", path)).sent, { method: "GET", url: "/v1/me", repeatedHeader: null }, path);
  }
  for (const path of ["/docs/../sign-in", "/docs/..%2fv1", "/a?b=/../v1/me"]) {
    assert.equal((await see("GET", path)).sent, undefined, path);
  }
});

test("a page has the policy with a nonce of its own, its address, and the caller's", async () => {
  const forged = { "content-security-policy": "default-src *", "x-closed-loop-address": "/elsewhere" };
  const [first, second] = [await see("GET", "/wallet/cards?a=1&_rsc=b", forged), await see("GET", "/wallet/cards")];
  assert.match(String(first.policy), /script-src 'nonce-[^']+' 'strict-dynamic'/);
  assert.equal(first.sentPolicy, first.policy);
  assert.notEqual(first.policy, second.policy);
  assert.deepEqual([first.asked, first.address], ["/wallet/cards?a=1", "127.0.0.1"]);
  assert.equal((await see("GET", "/%zz")).url, "/-");
  for (const path of ["/livez", "/readyz?x", "/metrics", "/api/inngest"]) {
    assert.equal((await see("GET", path)).sentPolicy, undefined, path);
  }
});
