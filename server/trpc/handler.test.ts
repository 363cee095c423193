import assert from "node:assert/strict";
import { test } from "node:test";
import { findKnownBrowser } from "@/server/auth/known-browser";
import { sealSession } from "@/server/auth/session-cookie";
import { listOutbox } from "@/server/domain/emails";
import { DomainError } from "@/server/domain/errors";
import { requestPasswordReset } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { withDatabaseLink } from "@/server/testing/faults/database-link";
import { errorFacts, toTrpcError } from "./errors";
import { handleTrpc } from "./handler";

withTestDatabase();
const link = withDatabaseLink();

const HOST = "localhost:3000";

function post(headers: Record<string, string>, body = "{}"): Promise<Response> {
  const sent = { host: HOST, "content-type": "application/json", "content-length": String(body.length), ...headers };
  return handleTrpc(
    new Request(`http://${HOST}/api/trpc/shared.sessions.signOut`, { method: "POST", headers: sent, body }),
  );
}

test("a change must come from a page of ours", async () => {
  const origins: readonly [headers: Record<string, string>, status: number][] = [
    [{}, 403],
    [{ origin: "null" }, 403],
    [{ origin: "https://elsewhere.test" }, 403],
    [{ origin: `http://${HOST}.elsewhere.test` }, 403],
    [{ origin: "http://localhost:3001" }, 403],
    [{ origin: `ftp://${HOST}` }, 403],
    [{ origin: `http://${HOST}` }, 401],
    [{ origin: "http://127.0.0.1:8080", host: "127.0.0.1:8080" }, 401],
  ];
  for (const [headers, status] of origins) assert.equal((await post(headers)).status, status, JSON.stringify(headers));
});

test("a body larger than a form is refused unread", async () => {
  const origin = `http://${HOST}`;
  assert.equal((await post({ origin, "content-length": "65537" })).status, 413);
  assert.equal((await post({ origin, "content-length": "many" })).status, 413);
});

test("a refusal has its code and the request's id, and no stack", async () => {
  const response = await handleTrpc(
    new Request(`http://${HOST}/api/trpc/wallet.accounts.list`, { headers: { host: HOST } }),
  );
  assert.equal(response.status, 401);
  const text = await response.text();
  assert.match(text, /"code":"authentication_failed"/);
  assert.match(text, new RegExp(`"requestId":"${response.headers.get("x-request-id")}"`));
  assert.doesNotMatch(text, /stack|at .*\.ts/);
});

test("a page's key reused with another input gets an explanation, in no field", () => {
  const reused = new DomainError("idempotency_key_reused", "of the API", { field: "Idempotency-Key" });
  const { code, message, issues } = errorFacts(toTrpcError(reused));
  assert.deepEqual([code, issues], ["idempotency_key_reused", []]);
  assert.match(message, /may have gone through/);
});

test("a forged cookie signs no one in", async () => {
  const headers = { host: HOST, cookie: "closed-loop.session=eyJhbGciOiJub25lIn0.e30.; theme=dark" };
  const response = await handleTrpc(new Request(`http://${HOST}/api/trpc/shared.sessions.me`, { headers }));
  assert.equal(response.status, 401);
});

test("text with NUL is refused wherever it stands", async () => {
  const { wallet, tenant } = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  const said = /Text can’t hold NUL/;
  await assert.rejects(tenant.team.list({ tenant: "a\0b", environment: "test" }), said);
  await assert.rejects(wallet.activity.list({ search: "\0" }), said);
});

for (const [who, role, status, isRead] of [
  ["a stranger", null, 401, false],
  ["whoever is no operator", "tenant_owner", 403, false],
  ["an operator", "network_operator", 400, true],
] as const) {
  test(`a statement of ${who} is ${isRead ? "read" : "refused unread"}`, async () => {
    const tenant = await createTestTenant();
    const user = await createTestUser(
      role === "tenant_owner" ? { kind: role, tenantId: tenant.id } : { kind: "network_operator" },
    );
    const cookie = role
      ? `closed-loop.session=${await sealSession({ token: { sid: await openTestSession(user) } })}`
      : "";
    const body = `[${"{},".repeat(50_000)}{}]`;
    const request = new Request(`http://${HOST}/api/trpc/network.bank.importStatement`, {
      method: "POST",
      headers: {
        origin: `http://${HOST}`,
        host: HOST,
        cookie,
        "content-type": "application/json",
        "content-length": String(body.length),
      },
      body,
    });
    const response = await handleTrpc(request);
    assert.deepEqual([response.status, request.bodyUsed], [status, isRead]);
    if (isRead) assert.match(await response.text(), /may have 40,000 values/);
  });
}

test("deeply nested input is refused before anything walks it", async () => {
  const deep = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
  const headers = { origin: `http://${HOST}`, host: HOST, "content-type": "application/json" };
  for (const body of [deep, `{"email":${deep}}`]) {
    const sent = { ...headers, "content-length": String(body.length) };
    const address = `http://${HOST}/api/trpc/public.access.forgot`;
    const response = await handleTrpc(new Request(address, { method: "POST", headers: sent, body }));
    assert.equal(response.status, 400);
    assert.match(await response.text(), /"code":"validation_error"/);
  }
});

test("without its database a procedure is a 503 with Retry-After", async () => {
  const body = JSON.stringify({ email: "someone@example.com" });
  const ask = () =>
    handleTrpc(
      new Request(`http://${HOST}/api/trpc/public.access.forgot`, {
        method: "POST",
        headers: {
          origin: `http://${HOST}`,
          host: HOST,
          "content-type": "application/json",
          "content-length": String(body.length),
        },
        body,
      }),
    );
  assert.equal((await ask()).status, 200);
  await link.cut();
  try {
    const response = await ask();
    assert.deepEqual([response.status, response.headers.get("retry-after")], [503, "1"]);
    assert.match(await response.text(), /"code":"temporarily_unavailable"/);
  } finally {
    await link.restore();
  }
  assert.equal((await ask()).status, 200);
});

test("a new password makes its browser one that was in before", async () => {
  const user = await createTestUser({ kind: "network_operator" });
  await requestPasswordReset({ now: now() }, user);
  const [, token] = /\/reset\/([0-9a-f]{48})/.exec((await listOutbox())[0]?.text ?? "") ?? [];
  const body = JSON.stringify({ token, password: "a new and longer one" });
  const sent = { host: HOST, origin: `http://${HOST}`, "content-length": String(body.length) };
  const headers = { ...sent, "content-type": "application/json" };
  const answer = await handleTrpc(
    new Request(`http://${HOST}/api/trpc/public.access.reset`, { method: "POST", headers, body }),
  );
  assert.equal(answer.status, 200);
  const [cookie] = (answer.headers.get("set-cookie") ?? "").split(";");
  assert.ok(findKnownBrowser(cookie ?? null, user.email));
});
