import assert from "node:assert/strict";
import { test } from "node:test";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { authorize, declineOf } from "@/server/testing/authorization-steps";
import { networkCaller } from "@/server/testing/callers";
import { createTestCard } from "@/server/testing/cards";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestTenant } from "@/server/testing/tenants";
import { issueCard, openAccount } from "../members";
import type { PageCursor } from "../page";
import { listMemberActivity } from ".";

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
    // Some happen within one millisecond: then the id decides.
    if (i % 4 === 3) clock.advance(1_000);
  }
  await declineOf(tenant, card, 5_000, { reasonCode: "51" });
  const caller = {
    kind: "member",
    memberId: card.memberId,
    tenantId: tenant.id,
    environment: "test",
    now: now(),
    requestId: newRecordId(now()),
  } as const;
  const seen: string[] = [];
  let cursor: PageCursor | null = null;
  do {
    const page = await listMemberActivity(caller, { limit: 5, cursor });
    assert.ok(page.items.length <= 5);
    seen.push(...page.items.map(({ root }) => root.id));
    cursor = page.next;
  } while (cursor);
  assert.equal(seen.length, 13);
  assert.equal(new Set(seen).size, 13);
  assert.deepEqual([...seen.slice(1)].sort(), [...expected].sort());
  const all = await listMemberActivity(caller, { limit: 50, cursor: null });
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
