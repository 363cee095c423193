import assert from "node:assert/strict";
import { test } from "node:test";
import { sealSession } from "@/server/auth/session-cookie";
import { PAGE_OWNER_HEADER, PAGE_OWNER_PARAM, writePageOwner } from "@/server/contracts/portal/shared/page-owner";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, type TestUser } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { handleTrpc } from "./handler";
import { answerListCsv } from "./lists/tenant";
import { answerPersonalData } from "./personal-data-file";

withTestDatabase();

const HOST = "localhost:3000";

async function createMember() {
  const card = await createTestCard(await createTestTenant());
  return { card, user: await createTestUser({ kind: "member", memberId: card.memberId }) };
}

async function browserOf(signedIn: TestUser, owner: string) {
  const cookie = `closed-loop.session=${await sealSession({ token: { sid: await openTestSession(signedIn) } })}`;
  const headers = { host: HOST, origin: `http://${HOST}`, cookie, [PAGE_OWNER_HEADER]: owner };
  const ask = (path: string, init: RequestInit = {}, more: Record<string, string> = {}) =>
    handleTrpc(new Request(`http://${HOST}/api/trpc/${path}`, { ...init, headers: { ...headers, ...more } }));
  return {
    query: (path: string) => ask(path),
    mutate: (path: string, input: object) => {
      const body = JSON.stringify(input);
      const sent = { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) };
      return ask(path, { method: "POST", body }, sent);
    },
    watch: (path: string) => {
      const params = encodeURIComponent(JSON.stringify({ [PAGE_OWNER_PARAM]: owner }));
      return ask(`${path}?connectionParams=${params}`, {}, { [PAGE_OWNER_HEADER]: "", accept: "text/event-stream" });
    },
    linked: (path: string) =>
      new Headers({ cookie, "x-closed-loop-address": `${path}?${PAGE_OWNER_PARAM}=${owner}&environment=test` }),
  };
}

const isRefused = (text: string) => text.includes('"code":"signed_in_as_another"');

test("a page does nothing as another who has signed in since: no read, change, stream, or file", async () => {
  const [alice, bob] = [await createMember(), await createMember()];
  const browser = await browserOf(bob.user, writePageOwner({ userId: alice.user.id, memberId: alice.card.memberId }));
  const read = await browser.query("wallet.accounts.list");
  assert.deepEqual([read.status, isRefused(await read.text())], [409, true]);
  const input = { key: crypto.randomUUID(), account: alice.card.accountId, expiryMinutes: 10 };
  const made = await browser.mutate("wallet.codes.create", input);
  assert.deepEqual([made.status, isRefused(await made.text())], [409, true]);
  assert.deepEqual(
    await queryTestDatabase("SELECT 1 FROM payment_codes WHERE member_id = $1", [bob.card.memberId]),
    [],
  );
  const stream = await browser.watch("shared.live.watch");
  assert.ok(isRefused(await stream.text()));
  assert.equal((await answerPersonalData(browser.linked("/account/data"), null)).status, 409);
});

test("the page's person uses it, and so does a page that doesn't say", async () => {
  const { user, card } = await createMember();
  for (const owner of [writePageOwner({ userId: user.id, memberId: card.memberId }), user.id, ""]) {
    const browser = await browserOf(user, owner);
    assert.equal((await browser.query("wallet.accounts.list")).status, 200, owner);
    assert.equal((await answerPersonalData(browser.linked("/account/data"), null)).status, 200, owner);
  }
});

test("a wallet's page is one member's, whichever another window has chosen since", async () => {
  const [first, second] = [await createMember(), await createTestCard(await createTestTenant())];
  const role = await getPrisma().role.findFirstOrThrow({ where: { userId: first.user.id } });
  await getPrisma().role.create({ data: { ...role, id: newRecordId(now()), memberId: second.memberId } });
  const sid = await openTestSession(first.user);
  await getPrisma().portalSession.update({ where: { id: sid }, data: { memberId: second.memberId } });
  const cookie = `closed-loop.session=${await sealSession({ token: { sid } })}`;
  const ask = (memberId: string) =>
    handleTrpc(
      new Request(`http://${HOST}/api/trpc/wallet.accounts.list`, {
        headers: { host: HOST, cookie, [PAGE_OWNER_HEADER]: writePageOwner({ userId: first.user.id, memberId }) },
      }),
    );
  assert.equal((await ask(first.card.memberId)).status, 409);
  assert.equal((await ask(second.memberId)).status, 200);
});

test("a tenant's list is exported for the person whose page asks for it", async () => {
  const tenant = await createTestTenant();
  const [one, other] = [
    await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id }),
    await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id }),
  ];
  for (const [owner, status] of [
    [one.id, 409],
    [other.id, 200],
  ] as const) {
    const browser = await browserOf(other, owner);
    const place = { tenant: tenant.slug, environment: "test" };
    const answer = await answerListCsv(browser.linked("/export/members"), { ...place, list: "members", filters: [] });
    assert.equal(answer.status, status);
  }
});
