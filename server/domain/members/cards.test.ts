import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import { readAmount } from "@/server/platform/money";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, declineOf } from "@/server/testing/factories/authorization-steps";
import { memberCaller, networkCaller } from "@/server/testing/factories/callers";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestUser } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import {
  changeCardLimits,
  eraseMembers,
  freezeCard,
  getCard,
  listCards,
  nameCard,
  replaceCard,
  setCardStatus,
  unfreezeCard,
} from ".";

withTestDatabase();

const NONE = { perTransaction: null, dailyAmount: null, dailyCount: null };

const auditOf = async ({ id }: TestCard) => {
  const records = await getPrisma().auditRecord.findMany({
    where: { subjectId: id, action: { not: "card.issued" } },
    orderBy: { createdAt: "asc" },
  });
  return records.map(({ action }) => action);
};

test("a member freezes a card and unfreezes it, each once on record", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const caller = memberCaller(tenant, card);
  await authorize(tenant, card, 1);
  assert.equal((await freezeCard(caller, card)).status, "frozen");
  assert.equal((await freezeCard(caller, card)).frozenBy, "member");
  await declineOf(tenant, card, 1, { reasonCode: "62" });
  clock.advance(1_000);
  const later = memberCaller(tenant, card);
  assert.equal((await unfreezeCard(later, card)).status, "active");
  assert.equal((await unfreezeCard(later, card)).frozenBy, null);
  await authorize(tenant, card, 1);
  assert.deepEqual(await auditOf(card), ["card.frozen", "card.unfrozen"]);
});

test("an issuer's freeze is lifted by the issuer alone, and a member's by the member", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const caller = memberCaller(tenant, card);
  await setCardStatus(networkCaller(), { cardId: card.id, status: "frozen" });
  await assert.rejects(unfreezeCard(caller, card), { code: "not_permitted" });
  await freezeCard(caller, card);
  assert.deepEqual([(await unfreezeCard(caller, card)).frozenBy], ["issuer"]);
  await declineOf(tenant, card, 1, { reasonCode: "62" });
  await freezeCard(caller, card);
  await setCardStatus(networkCaller(), { cardId: card.id, status: "active" });
  await declineOf(tenant, card, 1, { reasonCode: "62" });
  await unfreezeCard(caller, card);
  await authorize(tenant, card, 1);
});

test("a closed card stays closed", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const caller = memberCaller(tenant, card);
  await freezeCard(caller, card);
  await setCardStatus(networkCaller(), { cardId: card.id, status: "closed" });
  assert.equal((await getCard(caller, card)).status, "closed");
  for (const change of [freezeCard, unfreezeCard]) {
    await assert.rejects(change(caller, card), { code: "card_closed" });
  }
  await assert.rejects(changeCardLimits(caller, { ...card, ...NONE }), { code: "card_closed" });
  await declineOf(tenant, card, 1, { reasonCode: "14" });
});

test("the lower of the member's and the issuer's limits counts, and cleared ones leave the issuer's", async () => {
  const clock = withFakeClock("2026-03-02T23:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { perTransactionLimitMinor: 50_00n, dailyCountLimit: 3 });
  const change = (limits: Partial<typeof LIMITS>) =>
    changeCardLimits(memberCaller(tenant, card), { id: card.id, ...NONE, ...limits });
  const LIMITS = { perTransaction: readAmount(20), dailyAmount: readAmount(30), dailyCount: 10 };
  const changed = await change(LIMITS);
  assert.deepEqual(changed.limits, { perTransactionMinor: 20_00n, dailyAmountMinor: 30_00n, dailyCount: 10 });
  assert.deepEqual(changed.issuerLimits, { perTransactionMinor: 50_00n, dailyAmountMinor: null, dailyCount: 3 });
  await declineOf(tenant, card, 20.01, { reasonCode: "61" });
  assert.equal((await getCard(memberCaller(tenant, card), card)).lastUsedOn, null, "a decline is no use");
  await authorize(tenant, card, 20);
  await declineOf(tenant, card, 10.01, { reasonCode: "61" });
  await authorize(tenant, card, 9);
  const used = await getCard(memberCaller(tenant, card), card);
  assert.deepEqual([used.usedTodayMinor, used.usesToday], [29_00n, 2]);
  await change({});
  await authorize(tenant, card, 50);
  await declineOf(tenant, card, 1, { reasonCode: "65" });
  await change({ perTransaction: readAmount(60) });
  clock.advance(2 * 60 * 60 * 1_000);
  await declineOf(tenant, card, 50.01, { reasonCode: "61" });
  const later = await getCard(memberCaller(tenant, card), card);
  assert.deepEqual([later.usesToday, later.lastUsedOn], [0, used.lastUsedOn], "a new day");
  assert.equal(used.lastUsedOn?.toISOString().slice(0, 10), "2026-03-02");
  await assert.rejects(change({ dailyAmount: readAmount(1.001) }), { code: "validation_error", field: "dailyAmount" });
  await change({ perTransaction: readAmount(60) });
  assert.equal((await auditOf(card)).length, 3, "what changes nothing is not on record");
});

test("changes at the same time are all made, one after the other", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const caller = memberCaller(tenant, card);
  const limits = Array.from({ length: 8 }, (_, i) => changeCardLimits(caller, { ...card, ...NONE, dailyCount: i + 1 }));
  await Promise.all([...limits, freezeCard(caller, card), freezeCard(caller, card)]);
  const { rulesVersion } = await getPrisma().card.findUniqueOrThrow({ where: { id: card.id } });
  assert.equal(rulesVersion, 9);
  assert.equal((await auditOf(card)).length, 9);
  assert.equal((await getCard(caller, card)).status, "frozen");
});

test("cards are one's own, and those of publicly known logins stay as they are documented", async () => {
  const tenant = await createTestTenant();
  const [card, other] = [await createTestCard(tenant), await createTestCard(tenant)];
  const caller = memberCaller(tenant, card);
  assert.deepEqual(
    (await listCards(caller)).map(({ id }) => id),
    [card.id],
  );
  for (const use of [getCard, freezeCard, unfreezeCard]) {
    await assert.rejects(use(caller, other), { code: "card_not_found" });
  }
  await createTestUser({ kind: "member", memberId: other.memberId }, { isShared: true });
  const shared = memberCaller(tenant, other);
  for (const change of [freezeCard, unfreezeCard]) {
    await assert.rejects(change(shared, other), { code: "not_permitted" });
  }
  await assert.rejects(changeCardLimits(shared, { ...other, ...NONE }), { code: "not_permitted" });
  await authorize(tenant, other, 1);
});

test("a member names a card and gives it a tint, on record without the name; a replaced card keeps both", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const caller = memberCaller(tenant, card);
  const named = await nameCard(caller, { id: card.id, name: "Lunch & Söhne", tint: "plum" });
  assert.deepEqual([named.name, named.tint], ["Lunch & Söhne", "plum"]);
  assert.deepEqual(await nameCard(caller, { id: card.id, name: "Lunch & Söhne", tint: "plum" }), named);
  const records = await getPrisma().auditRecord.findMany({ where: { subjectId: card.id, action: "card.named" } });
  assert.deepEqual(
    records.map(({ details }) => details),
    [{ named: true, tint: "plum" }],
    "saying the same again is nothing new",
  );
  await authorize(tenant, card, 1);
  const { id } = await replaceCard(networkCaller(), { cardId: card.id, accountId: card.accountId });
  const replaced = await getCard(caller, { id });
  assert.deepEqual([replaced.name, replaced.tint], ["Lunch & Söhne", "plum"]);
  await assert.rejects(nameCard(caller, { id: card.id, name: null, tint: null }), { code: "card_closed" });
  const other = await createTestCard(tenant);
  await assert.rejects(nameCard(memberCaller(tenant, other), { id, name: "Mine", tint: null }), {
    code: "card_not_found",
  });
  await eraseMembers(getPool(), { memberIds: [card.memberId], now: caller.now });
  const kept = await getPrisma().card.findMany({ where: { memberId: card.memberId } });
  assert.deepEqual([...new Set(kept.map(({ memberName }) => memberName))], [null], "erased with the person");
});
