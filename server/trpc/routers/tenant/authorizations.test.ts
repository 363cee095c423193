import assert from "node:assert/strict";
import { test } from "node:test";
import { TRPCError } from "@trpc/server";
import { sealSession } from "@/server/auth/session-cookie";
import { getPrisma } from "@/server/db/prisma";
import { CHANGING, READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import {
  authorize,
  capture,
  declineOf,
  increment,
  read,
  reverse,
} from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser, openTenantAuthorizations, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";
import { answerListCsv } from "@/server/trpc/lists/tenant";

withTestDatabase();

const key = () => crypto.randomUUID();

async function prepare(of: TestTenant): Promise<string> {
  return (await authorize(of, await createTestCard(of), 18)).recordId;
}

const OTHERS = "authorization_not_found";

testTenantAuthority("authorizations", {
  "tenant.authorizations.list": {
    call: (portal, place) => portal.tenant.authorizations.list(place),
    allowed: READING,
    others: null,
  },
  "tenant.authorizations.sum": {
    call: (portal, place) => portal.tenant.authorizations.sum(place),
    allowed: READING,
    others: null,
  },
  "tenant.authorizations.get": {
    prepare,
    call: (portal, place, id) => portal.tenant.authorizations.get({ ...place, id }),
    allowed: READING,
    others: OTHERS,
  },
  "tenant.authorizations.capture": {
    prepare,
    call: (portal, place, id) => portal.tenant.authorizations.capture({ ...place, id, key: key(), amount: 5 }),
    allowed: CHANGING,
    others: OTHERS,
  },
  "tenant.authorizations.increment": {
    prepare,
    call: (portal, place, id) => portal.tenant.authorizations.increment({ ...place, id, key: key(), amount: 5 }),
    allowed: CHANGING,
    others: OTHERS,
  },
  "tenant.authorizations.reverse": {
    prepare,
    call: (portal, place, id) =>
      portal.tenant.authorizations.reverse({ ...place, id, key: key(), kind: "void", amount: 18, reason: "RV01" }),
    allowed: CHANGING,
    others: OTHERS,
  },
});

test("each is in one state, and the state is what its status says", async () => {
  const { tenant, authorizations, place, ids } = await openTenantAuthorizations();
  const card = await createTestCard(tenant, { perTransactionLimitMinor: 100_00n });
  const make = async () => (await authorize(tenant, card, 20)).recordId;
  const held = await make();
  const partly = await make();
  await capture(tenant, partly, 5);
  const captured = await make();
  await capture(tenant, captured);
  const refunded = await make();
  await capture(tenant, refunded);
  await reverse(tenant, refunded, 1);
  const voided = await make();
  await reverse(tenant, voided);
  const expired = await make();
  await getPrisma().authorization.update({
    where: { id: expired },
    data: { expiredMinor: 2000n, familyExpiredMinor: 2000n },
  });
  const { recordId: declined } = await declineOf(tenant, card, 101, { reasonCode: "61" });
  assert.ok(declined);
  const wanted = { held: [partly, held], captured: [captured], reversed: [voided, refunded], expired: [expired] };
  for (const [state, records] of Object.entries({ ...wanted, declined: [declined] })) {
    assert.deepEqual(await ids({ state: state as keyof typeof wanted }), records, state);
  }
  const { items } = await authorizations.list(place);
  assert.equal(items.length, 7);
  for (const item of items) assert.equal(item.status, (await read(tenant, item.id)).status);
  const shown = items.find(({ id }) => id === declined);
  assert.deepEqual([shown?.decline?.code, shown?.amount], ["61", 101]);
});

test("pages, merchants and days", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { tenant, authorizations, place, ids } = await openTenantAuthorizations();
  const shop = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  const { authorizationId } = await createTestSale(shop, { card });
  const rest = [];
  for (let i = 0; i < 3; i += 1) {
    clock.advance(1);
    rest.unshift((await authorize(tenant, card, 1)).recordId);
  }
  const first = await authorizations.list({ ...place, limit: 2 });
  assert.deepEqual(
    first.items.map(({ id }) => id),
    rest.slice(0, 2),
  );
  const second = await authorizations.list({ ...place, limit: 2, cursor: first.next });
  assert.deepEqual(
    [second.items[0]?.id, second.items[1]?.authorizationId, second.next],
    [rest[2], authorizationId, null],
  );
  const atShop = await authorizations.list({ ...place, merchant: shop.id });
  assert.deepEqual(
    atShop.items.map((item) => [item.authorizationId, item.status]),
    [[authorizationId, "Authorization Captured"]],
  );
  const other = await createTestTenant();
  assert.deepEqual(await ids({ merchant: other.merchantId }), []);
  assert.equal((await ids({ from: "2026-03-02", to: "2026-03-02" })).length, 4);
  assert.deepEqual(await ids({ to: "2020-01-01" }), []);
});

for (const [zone, from, to, amounts] of [
  ["UTC", "2026-03-28", "2026-03-28", [1, 2, 3]],
  ["UTC", "2026-03-29", "2026-03-29", [4, 5]],
  // Local midnight is 23:00 UTC before March 29 and 22:00 after it; that day has 23 hours.
  ["Europe/Berlin", "2026-03-28", "2026-03-28", [1, 2]],
  ["Europe/Berlin", "2026-03-29", "2026-03-29", [3, 4]],
  ["Europe/Berlin", "2026-03-29", "2026-03-30", [3, 4, 5]],
  ["Asia/Kolkata", "2026-03-29", "2026-03-29", [2, 3, 4]],
] as const) {
  test(`from ${from} to ${to} are days in ${zone}, in the list, its sums, and its file`, async () => {
    const clock = withFakeClock("2026-03-28T12:00:00.000Z");
    const tenant = await createTestTenant();
    const card = await createTestCard(tenant);
    const times = ["2026-03-28T18:29", "2026-03-28T22:59", "2026-03-28T23:00", "2026-03-29T18:29", "2026-03-29T22:00"];
    for (const [at, time] of times.entries()) {
      clock.advance(Date.parse(`${time}:00.000Z`) - clock.now().getTime());
      await authorize(tenant, card, at + 1);
    }
    await getPrisma().tenant.update({ where: { id: tenant.id }, data: { timeZone: zone } });
    const user = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
    const session = await openTestSession(user);
    const { authorizations } = portalOf(session).tenant;
    const place = { tenant: tenant.slug, environment: "test" } as const;
    const { items } = await authorizations.list({ ...place, from, to });
    assert.deepEqual(items.map(({ amount }) => amount).sort(), amounts);
    assert.equal((await authorizations.sum({ ...place, from, to })).count, amounts.length);
    const cookie = `closed-loop.session=${await sealSession({ token: { sid: session } })}`;
    const filters = Object.entries({ from, to });
    const file = await answerListCsv(new Headers({ cookie }), { ...place, list: "authorizations", filters });
    const [head = "", ...lines] = (await file.text()).trimEnd().split("\r\n");
    assert.match(head, /created_utc/);
    assert.equal(lines.length, amounts.length);
  });
}

const inPersian = (digits: string) => digits.replace(/[0-9]/g, (digit) => "۰۱۲۳۴۵۶۷۸۹".charAt(Number(digit)));

test("payments are found by the member, the merchant, and the amount, and nobody else's are", async () => {
  const { tenant, authorizations, place, ids } = await openTenantAuthorizations();
  const card = await createTestCard(tenant);
  const yen = await createTestCard(tenant, { currency: "JPY", fundsMinor: 10_000n });
  await getPrisma().member.update({ where: { id: card.memberId }, data: { name: "Wilhelmina Vos" } });
  await getPrisma().member.update({ where: { id: yen.memberId }, data: { name: "Kaoru" } });
  const { recordId: first, authorizationId } = await authorize(tenant, card, 99);
  await increment(tenant, first, 1.5);
  const { recordId: second } = await authorize(tenant, yen, 99, { currency: "JPY" });
  const foreign = await createTestTenant();
  const theirs = await createTestCard(foreign);
  await getPrisma().member.update({ where: { id: theirs.memberId }, data: { name: "Wilhelmina Elsewhere" } });
  await authorize(foreign, theirs, 99);
  const guest = await authorize(tenant, theirs, 12);
  for (const [search, found] of [
    ["wilhelmina", [first]],
    ["vos wil", [first]],
    ["kaoru", [second]],
    ["elsewhere", []],
    ["test merch", [guest.recordId, second, first]],
    ["99.00", [second, first]],
    ["99,00", [second, first]],
    ["٩٩٫٠٠", [second, first]],
    [inPersian(authorizationId ?? ""), [first]],
    ["$99", [second, first]],
    ["usd 99", [first]],
    ["99 JPY", [second]],
    ["100.50", [first]],
    ["100.5", [first]],
    ["99.01", []],
    ["XXX 99", []],
  ] as const) {
    assert.deepEqual(await ids({ search }), found, search);
  }
  const { items } = await authorizations.list(place);
  assert.deepEqual(
    items.map(({ memberName }) => memberName),
    [null, "Kaoru", "Wilhelmina Vos"],
  );
});

test("the list narrows by currency, amount, reason, and way of paying", async () => {
  const { tenant, ids } = await openTenantAuthorizations();
  const card = await createTestCard(tenant, { perTransactionLimitMinor: 100_00n });
  const yen = await createTestCard(tenant, { currency: "JPY", fundsMinor: 10_000n });
  const { recordId: dollars } = await authorize(tenant, card, 20);
  const { recordId: yens } = await authorize(tenant, yen, 50, { currency: "JPY" });
  const { recordId: declined } = await declineOf(tenant, card, 101, { reasonCode: "61" });
  for (const [filter, found] of [
    [{ currency: "JPY" }, [yens]],
    [{ least: "50" }, [declined, yens]],
    [{ least: "20", most: "50.00" }, [yens, dollars]],
    [{ most: "19.99" }, []],
    [{ reason: "61" }, [declined]],
    [{ reason: "51" }, []],
    [{ way: "card", currency: "USD" }, [declined, dollars]],
    [{ way: "agreement" }, []],
  ] as const) {
    assert.deepEqual(await ids(filter), found, JSON.stringify(filter));
  }
});

test("a filter's count and sums are of all its pages, each currency by itself, and of no one else's", async () => {
  const { tenant, authorizations, place } = await openTenantAuthorizations();
  const stranger = await openTenantAuthorizations();
  const card = await createTestCard(tenant);
  const { recordId } = await authorize(tenant, card, 20);
  await increment(tenant, recordId, 5);
  await capture(tenant, recordId, 12.5);
  await reverse(tenant, recordId, 1);
  await authorize(tenant, card, 2);
  await declineOf(tenant, card, 5_000, { reasonCode: "51" });
  const inYen = await createTestCard(tenant, { currency: "JPY" });
  await authorize(tenant, inYen, 300, { currency: "JPY" });
  const { count, isMore, sums } = await authorizations.sum({ ...place, limit: 1 });
  assert.deepEqual([count, isMore], [4, false]);
  assert.deepEqual(
    sums.map((sum) => [sum.currency, sum.count, sum.approved, sum.captured]),
    [
      ["USD", 3, 27, 12.5],
      ["JPY", 1, 300, 0],
    ],
  );
  const declined = await authorizations.sum({ ...place, state: "declined" });
  assert.deepEqual(
    declined.sums.map((sum) => [sum.currency, sum.count, sum.approved]),
    [["USD", 1, 0]],
  );
  assert.equal((await authorizations.sum({ ...place, search: recordId })).count, 1);
  const ofMember = await authorizations.sum({ ...place, member: card.memberId });
  assert.deepEqual(
    ofMember.sums.map((sum) => [sum.currency, sum.count]),
    [["USD", 3]],
  );
  const foreign = await createTestCard(stranger.tenant);
  await authorize(tenant, foreign, 1);
  assert.equal((await authorizations.sum({ ...place, member: foreign.memberId })).count, 0, "issued by another tenant");
  const { authorizations: theirs, place: there } = stranger;
  assert.deepEqual(await theirs.sum({ ...there, search: recordId }), { count: 0, isMore: false, sums: [] });
});

test("any id finds its authorization, and no one else's", async () => {
  const { tenant, place, ids } = await openTenantAuthorizations();
  const shop = await createTestMerchant(tenant);
  const sale = await createTestSale(shop, { merchantReference: "order 7" });
  const card = sale.card;
  const root = await getPrisma().authorization.findFirstOrThrow({
    where: { tenantId: tenant.id, authorizationNumber: sale.authorizationId },
  });
  await reverse(tenant, root.id, 1);
  const reversal = await getPrisma().reversal.findFirstOrThrow({ where: { rootId: root.id } });
  const hold = await authorize(tenant, card, 1);
  const more = await increment(tenant, hold.recordId, 1);
  const keys = await getPrisma().idempotencyKey.findMany({ where: { scope: { contains: tenant.id } } });
  const named = [root.authorizationNumber, root.id, sale.transactionId, reversal.id, "order 7", root.requestId];
  for (const search of named) assert.deepEqual(await ids({ search }), [root.id], search);
  assert.deepEqual(await ids({ search: more.recordId }), [hold.recordId]);
  assert.deepEqual(await ids({ search: card.id }), [hold.recordId, root.id]);
  assert.ok(keys.length >= 3);
  for (const { key: search } of keys) assert.equal((await ids({ search })).length, 1, search);
  assert.deepEqual(await ids({ search: "nothing by this name" }), []);
  const stranger = await openTenantAuthorizations();
  for (const search of [...named, card.id, ...keys.map((row) => row.key)]) {
    assert.deepEqual(await stranger.ids({ search }), [], search);
  }
  const theirs = await authorize(stranger.tenant, card, 1);
  assert.deepEqual(await stranger.ids({ search: card.id }), [theirs.recordId], "what the same card paid them");
  assert.deepEqual(await ids({ search: card.id }), [hold.recordId, root.id]);
  assert.equal(place.environment, "test");
});

test("the story says what happened to the hold, by whom, and what is left", async () => {
  const { tenant, user, place, authorizations } = await openTenantAuthorizations();
  const card = await createTestCard(tenant);
  const { recordId: id } = await authorize(tenant, card, 18);
  await authorizations.increment({ ...place, id, key: key(), amount: 2 });
  await authorizations.capture({ ...place, id, key: key(), amount: 5 });
  for (const reversal of [{ kind: "void", amount: 15 } as const, { kind: "refund", amount: 5 } as const])
    await authorizations.reverse({ ...place, id, key: key(), reason: "RV04", ...reversal });
  const story = await authorizations.get({ ...place, id });
  const money = story.timeline.map(({ kind, amount, holdAfter }) => [kind, amount, holdAfter]);
  assert.deepEqual(money.slice(0, 3), [
    ["authorized", 18, 18],
    ["incremented", 2, 20],
    ["captured", 5, 15],
  ]);
  assert.deepEqual(
    money.slice(3).sort(),
    [
      ["refunded", 5, null],
      ["voided", 15, 0],
    ].sort(),
  );
  assert.deepEqual(story.timeline.map(({ actor }) => actor?.name ?? null).slice(1), Array(4).fill(user.email));
  const { capturable, voidable, refundable, canIncrement } = story;
  assert.deepEqual([capturable, voidable, refundable, canIncrement], [0, 0, 0, false]);
  assert.equal(
    story.entries.reduce((sum, { amount }) => sum + amount, 0),
    0,
  );
  assert.ok(story.decision.rules.some(({ rule, saw }) => rule === "funds are available" && saw.length > 0));
  assert.equal(story.record.recordId, id);
  assert.ok(!JSON.stringify(story).includes(card.panToken));
  const audited = await getPrisma().auditRecord.findMany({ where: { userId: user.id }, orderBy: { id: "asc" } });
  assert.deepEqual(
    audited.map(({ action, actor }) => [action, actor]),
    ["incremented", "captured", "reversed", "reversed"].map((action) => [`authorization.${action}`, `user ${user.id}`]),
  );
});

test("a repeat moves money once; the key of one dialog is not another's", async () => {
  const { tenant, user, place, authorizations } = await openTenantAuthorizations();
  const { recordId: id } = await authorize(tenant, await createTestCard(tenant), 18);
  const sent = { ...place, id, key: key(), amount: 5 };
  const answers = await Promise.all([1, 2, 3].map(() => authorizations.capture(sent)));
  assert.deepEqual(answers[1], answers[0]);
  assert.deepEqual(answers[2], answers[0]);
  assert.equal((await authorizations.get({ ...place, id })).captured, 5);
  await assert.rejects(authorizations.capture({ ...sent, amount: 6 }), TRPCError);
  await assert.rejects(authorizations.capture({ ...sent, key: key(), amount: 14 }), /more than the remaining hold/);
  assert.equal(await getPrisma().auditRecord.count({ where: { userId: user.id } }), 1);
});
