import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { openDispute } from "@/server/domain/disputes";
import { listOutbox } from "@/server/domain/emails";
import { retryDelivery } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { allowLocalhost } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { memberCaller, tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser, type TestUser, userCaller } from "@/server/testing/factories/portal";
import { createTestPerson } from "@/server/testing/factories/team";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { attempt, createTestDelivery } from "@/server/testing/factories/webhook-deliveries";
import { countUnread, listNotifications, markRead, notifyPeople } from ".";

withTestDatabase();
allowLocalhost();

const notificationsOf = async ({ id }: TestUser) =>
  (await getPrisma().notification.findMany({ where: { userId: id }, orderBy: { id: "asc" } })).map(
    ({ kind, title, href }) => ({ kind, title, href }),
  );
const messages = ({ email }: TestUser) => getPrisma().email.count({ where: { recipient: email } });
const sweep = () => notifyPeople({ now: now() });
const DAY = 24 * 60 * 60 * 1000;

async function askFor(
  { id: tenantId, merchantId }: Pick<TestTenant, "id" | "merchantId">,
  card: TestCard,
  description = "Beans",
): Promise<RecordId> {
  const [id, at] = [newRecordId(now()), now()];
  await getPrisma().recurringAgreement.create({
    data: {
      id,
      tenantId,
      environment: "test",
      merchantId,
      memberId: card.memberId,
      accountId: card.accountId,
      status: "pending",
      merchantReference: "ref",
      description,
      currency: "USD",
      amountMinor: 7_20n,
      maxAmountMinor: 10_00n,
      interval: "monthly",
      endsOn: new Date("2027-12-31"),
      expiresAt: new Date(at.getTime() + DAY),
      createdAt: at,
    },
  });
  return id;
}

async function lockCode(tenant: TestTenant, card: TestCard): Promise<RecordId> {
  const [id, at] = [newRecordId(now()), now()];
  await getPrisma().paymentCode.create({
    data: {
      id,
      origin: "tenant",
      tenantId: tenant.id,
      environment: "test",
      codeHash: id,
      pinHash: null,
      memberId: card.memberId,
      accountId: card.accountId,
      currency: "USD",
      maxAmountMinor: 1_00n,
      expiresAt: new Date(at.getTime() + DAY),
      isSingleUse: true,
      isRecurring: false,
      lockoutThreshold: 3,
      failedTries: 3,
      status: "locked",
      createdAt: at,
    },
  });
  return id;
}

test("a member is notified of a request and of a locked code, once each, however many sweeps run", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const user = await createTestUser({ kind: "member", memberId: card.memberId });
  const shared = await createTestUser({ kind: "member", memberId: card.memberId }, { isShared: true });
  const other = await createTestUser({ kind: "member", memberId: (await createTestCard(tenant)).memberId });
  const [request, code] = [await askFor(tenant, card), await lockCode(tenant, card)];
  await Promise.all([sweep(), sweep(), sweep()]);
  await sweep();
  const expected = [
    {
      kind: "agreement_requested",
      title: "“Test Merchant” requests recurring payments",
      href: `/wallet/agreements/${request}`,
    },
    { kind: "code_locked", title: "A payment code was locked", href: `/wallet/codes/${code}` },
  ];
  for (const somebody of [user, shared]) {
    assert.deepEqual(
      (await notificationsOf(somebody)).sort((a, b) => a.kind.localeCompare(b.kind)),
      expected,
    );
  }
  const { text } = await getPrisma().notification.findFirstOrThrow({
    where: { userId: user.id, href: { endsWith: request } },
  });
  const terms = "$7.20 every month, up to $10.00 a charge, until December 31, 2027";
  assert.equal(text, `“Test Merchant” wrote: “Beans”. Terms: ${terms}. Nothing is charged unless you approve it.`);
  assert.equal(await messages(user), 2);
  assert.equal(await messages(shared), 0, "no one reads the messages of a demo login");
  assert.deepEqual(await notificationsOf(other), []);
});

test("of the requests of any number of merchants a member gets ten emails a day", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const user = await createTestUser({ kind: "member", memberId: card.memberId });
  for (let i = 0; i < 12; i += 1) {
    await askFor({ id: tenant.id, merchantId: (await createTestMerchant(tenant)).id }, card);
  }
  await sweep();
  assert.deepEqual([(await notificationsOf(user)).length, await messages(user)], [12, 10]);
});

test("a merchant's text in an email is the merchant's words, on one line and without links", async () => {
  const tenant = await createTestTenant();
  await getPrisma().merchant.update({
    where: { id: tenant.merchantId },
    data: { name: "Uno”\r\nBcc: all@evil.test" },
  });
  const card = await createTestCard(tenant);
  const user = await createTestUser({ kind: "member", memberId: card.memberId });
  await askFor(tenant, card, `Pay at https://evil.test\n\nClosed Loop${"!".repeat(500)}`);
  await sweep();
  const [message] = (await listOutbox()).filter(({ recipient }) => recipient === user.email);
  assert.equal(message?.subject, "“Uno' Bcc: all@evil. test” requests recurring payments");
  const paragraphs = message?.text.split("\n\n") ?? [];
  assert.equal(paragraphs.length, 4, "no paragraph of the merchant’s");
  assert.match(
    paragraphs[1] ?? "",
    /^“Uno' Bcc: all@evil\. test” wrote: “Pay at https: \/\/evil\. test Closed Loop!+…”\. Terms: \$7\.20 every month, up to \$10\.00 a charge, until December 31, 2027\. Nothing is charged unless you approve it\.$/,
  );
  const [theirs = "", ours] = (paragraphs[1] ?? "").split(" Terms: ");
  assert.ok(theirs.length < 230 && ours, "what is theirs is bounded, and the terms are ours");
});

test("a tenant's owners and admins are notified once of a payment that its member disputes", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const owner = await createTestPerson(tenant, "owner");
  const viewer = await createTestPerson(tenant, "viewer");
  const other = await createTestPerson(await createTestTenant(), "owner");
  const { recordId: id } = await authorize(tenant, card, 5);
  await openDispute(memberCaller(tenant, card), { id, reason: "not_recognized", note: null });
  await Promise.all([sweep(), sweep()]);
  const { slug } = await getPrisma().tenant.findUniqueOrThrow({ where: { id: tenant.id } });
  const title = "A member disputes a payment";
  const href = `/t/${slug}/test/authorizations/${id}`;
  assert.deepEqual(await notificationsOf(owner.user), [{ kind: "dispute_opened", title, href }]);
  assert.equal(await messages(owner.user), 1);
  for (const somebody of [viewer.user, other.user]) assert.deepEqual(await notificationsOf(somebody), []);
});

test("a webhook's keepers hear of the first failure, the 25th, the pause, and again after a fix", async () => {
  const tenant = await createTestTenant();
  const owner = await createTestPerson(tenant, "owner");
  const viewer = await createTestPerson(tenant, "viewer");
  const id = newRecordId(now());
  await getPrisma().webhookSubscription.create({
    data: {
      id,
      tenantId: tenant.id,
      environment: "test",
      url: "https://hooks.example.com/in",
      events: ["authorization.approved"],
      sealedSecret: "x",
      secretLast4: "abcd",
      slot: 1,
      createdAt: now(),
    },
  });
  const set = (count: number, isPaused = false) =>
    query(
      getPool(),
      sql`UPDATE webhook_subscriptions SET failure_count = ${count},
        version = version + CASE WHEN ${isPaused}::boolean THEN 1 ELSE 0 END,
        status = (CASE WHEN ${isPaused}::boolean THEN 'paused' ELSE 'active' END)::subscription_status WHERE id = ${id}`,
    );
  const counts: number[] = [];
  for (const failures of [0, 1, 2, 24, 25, 49]) {
    await set(failures);
    await sweep();
    counts.push((await notificationsOf(owner.user)).length);
  }
  assert.deepEqual(counts, [0, 1, 1, 1, 2, 2]);
  await set(50, true);
  await sweep();
  assert.deepEqual((await notificationsOf(owner.user)).at(-1)?.title, "A webhook was paused");
  await query(getPool(), sql`UPDATE webhook_subscriptions SET version = version + 1 WHERE id = ${id}`);
  await set(1);
  await sweep();
  assert.equal((await notificationsOf(owner.user)).length, 4);
  assert.deepEqual(await notificationsOf(viewer.user), []);
});

test("a list is one's own, and reading one or all marks no one else's", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const [user, other] = [
    await createTestUser({ kind: "member", memberId: card.memberId }),
    await createTestUser({ kind: "member", memberId: card.memberId }),
  ];
  for (let i = 0; i < 3; i += 1) await askFor(tenant, card);
  await sweep();
  const [mine, theirs] = [await userCaller(user), await userCaller(other)];
  const first = await listNotifications(mine, { limit: 2 });
  const rest = await listNotifications(mine, { limit: 2, startingAfter: first.items[1]?.id ?? null });
  assert.deepEqual([first.items.length, rest.items.length, rest.hasMore], [2, 1, false]);
  const [foreign] = (await listNotifications(theirs, { limit: 1 })).items;
  await markRead(mine, { id: foreign?.id ?? "" });
  await markRead(mine, { id: first.items[0]?.id ?? "" });
  assert.deepEqual([await countUnread(mine), await countUnread(theirs)], [2, 3]);
  await markRead(mine, { id: null });
  assert.deepEqual([await countUnread(mine), await countUnread(theirs)], [0, 3]);
});

test("a member gets three emails a day of one merchant's requests, whatever is revoked and asked again", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const other = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  const user = await createTestUser({ kind: "member", memberId: card.memberId });
  const counts = async () => [(await notificationsOf(user)).length, await messages(user)];
  for (let i = 0; i < 5; i += 1) await askFor(tenant, card);
  await Promise.all([sweep(), sweep(), sweep(), sweep()]);
  assert.deepEqual(await counts(), [5, 3], "however many sweep");
  for (let i = 0; i < 20; i += 1) {
    const id = await askFor(tenant, card);
    await sweep();
    await getPrisma().recurringAgreement.update({
      where: { id },
      data: { status: "revoked", revokedAt: now(), revokedBy: "merchant" },
    });
  }
  assert.deepEqual(await counts(), [10, 3], "the portal too tells of ten at most");
  await askFor({ ...tenant, merchantId: other.id }, card);
  await sweep();
  assert.deepEqual(await counts(), [11, 4], "another merchant has messages of its own");
  clock.advance(DAY);
  await askFor(tenant, card);
  await sweep();
  assert.deepEqual(await counts(), [12, 5]);
});

test("three failed attempts in a row notify who can mend a webhook, once until it works again", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { tenant, deliveryId, subscriptionId } = await createTestDelivery("http://localhost:65535/");
  const developer = await createTestPerson(tenant, "developer");
  const counts: number[] = [];
  for (let number = 1; number <= 4; number += 1) {
    await attempt(deliveryId);
    await sweep();
    counts.push((await notificationsOf(developer.user)).length);
    clock.advance(DAY);
    await retryDelivery(tenantCaller(tenant), { subscriptionId, deliveryId }, null);
  }
  assert.deepEqual(counts, [0, 0, 1, 1]);
  assert.equal((await notificationsOf(developer.user))[0]?.title, "A webhook is failing");
});
