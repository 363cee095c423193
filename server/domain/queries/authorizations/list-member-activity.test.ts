import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "@/server/db/pool";
import { issueCard, openAccount } from "@/server/domain/members";
import { listMemberActivity } from "@/server/domain/queries";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, capture, declineOf, reverse } from "@/server/testing/factories/authorization-steps";
import { memberCaller, networkCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { insertDeclinedCopies } from "@/server/testing/factories/row-copies";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

test("pages go through all accounts of the member, newest first, without gap or repeat", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const second = await openAccount(networkCaller(), {
    memberId: card.memberId,
    currency: "EUR",
    openingMinor: 100_00n,
  });
  const euroCard = { ...card, ...(await issueCard(networkCaller(), { accountId: second.id })), accountId: second.id };
  const expected: string[] = [];
  for (let i = 0; i < 12; i += 1) {
    const inEuro = i % 3 === 0;
    const { recordId } = await authorize(tenant, inEuro ? euroCard : card, 1, inEuro ? { currency: "EUR" } : {});
    expected.unshift(recordId);
    if (i % 4 === 3) clock.advance(1_000);
  }
  await declineOf(tenant, card, 5_000, { reasonCode: "51" });
  const caller = memberCaller(tenant, card);
  const seen: string[] = [];
  let startingAfter: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listMemberActivity>> = await listMemberActivity(caller, {
      limit: 5,
      startingAfter,
    });
    assert.ok(page.items.length <= 5);
    seen.push(...page.items.map(({ root }) => root.id));
    startingAfter = page.next;
  } while (startingAfter);
  assert.equal(seen.length, 13);
  assert.equal(new Set(seen).size, 13);
  assert.deepEqual([...seen.slice(1)].sort(), [...expected].sort());
  const all = await listMemberActivity(caller, { limit: 50, startingAfter: null });
  assert.deepEqual(
    all.items.map(({ root }) => root.id),
    seen,
  );
  const times = all.items.map(({ root }) => root.createdAt.getTime());
  assert.deepEqual(
    times,
    [...times].sort((a, b) => b - a),
  );
});

test("filters and a search find what they name, by name, number and id", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const held = await authorize(tenant, card, 1);
  const paid = await authorize(tenant, card, 2);
  await capture(tenant, paid.recordId);
  const refunded = await authorize(tenant, card, 3);
  await capture(tenant, refunded.recordId);
  await reverse(tenant, refunded.recordId);
  const declined = await declineOf(tenant, card, 5_000, { reasonCode: "51" });
  const find = async (query: object) => {
    const page = await listMemberActivity(memberCaller(tenant, card), { limit: 10, startingAfter: null, ...query });
    return page.items.map(({ root }) => root.id);
  };
  assert.deepEqual(await find({ outcome: "held" }), [held.recordId]);
  assert.deepEqual(await find({ outcome: "paid" }), [paid.recordId]);
  assert.deepEqual(await find({ outcome: "refunded" }), [refunded.recordId]);
  assert.deepEqual(await find({ outcome: "declined" }), [declined.recordId]);
  assert.equal((await find({ search: "TEST merch" })).length, 4);
  assert.deepEqual(await find({ search: "t_st" }), [], "an underscore is one");
  assert.deepEqual(await find({ search: paid.recordId }), [paid.recordId]);
  assert.deepEqual(await find({ search: paid.authorizationId }), [paid.recordId]);
  assert.deepEqual(await find({ search: paid.recordId, outcome: "held" }), []);
  const { rows } = await getPool().query("SELECT id FROM captures WHERE root_id = $1", [paid.recordId]);
  assert.deepEqual(await find({ search: rows[0].id }), [paid.recordId], "by the number on its receipt");
  assert.deepEqual(await find({ account: card.accountId, cardId: card.id, outcome: "held" }), [held.recordId]);
  const other = await createTestCard(tenant);
  assert.deepEqual(await find({ account: other.accountId }), []);
  clock.advance(8 * 24 * 60 * 60 * 1_000);
  assert.deepEqual(await find({ outcome: "held" }), [], "its time is over, though no sweep came by");
});

test("a filter looks back a bounded way and says so; going on finds what is older", async () => {
  withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const rare = { ...card, ...(await issueCard(networkCaller(), { accountId: card.accountId })) };
  await authorize(tenant, rare, 1);
  const { recordId } = await authorize(tenant, card, 1);
  await insertDeclinedCopies(recordId, 2_500);
  const caller = memberCaller(tenant, card);
  const pagesOf = async (filter: object) => {
    const pages: number[] = [];
    let startingAfter: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listMemberActivity>> = await listMemberActivity(caller, {
        limit: 10,
        startingAfter,
        ...filter,
      });
      pages.push(page.items.length);
      assert.equal(page.searchedBackTo !== null, page.next !== null);
      startingAfter = page.next;
    } while (startingAfter);
    return pages;
  };
  assert.deepEqual(await pagesOf({ outcome: "held" }), [0, 0, 2]);
  assert.deepEqual(await pagesOf({ cardId: rare.id }), [0, 0, 1]);
});
