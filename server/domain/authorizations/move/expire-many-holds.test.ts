import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { expireHolds } from "./expire-holds";

withTestDatabase();

test("a decision expires more than one batch of overdue holds before it answers 51", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 201_00n });
  for (let i = 0; i < 201; i += 1) await authorize(tenant, card, 1);
  clock.advance(8 * DAY_MS);
  await authorize(tenant, card, 201);
  await assertBalance(card.accountId, { postedMinor: 201_00n, heldMinor: 201_00n });
  await assertBooksBalance();
});

test("overdue holds given back to one request and taken by another are replaced by others", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 105_00n });
  await authorize(tenant, card, 45);
  await authorize(tenant, card, 55);
  clock.advance(8 * DAY_MS);
  await Promise.all([authorize(tenant, card, 50), authorize(tenant, card, 5)]);
  await assertBooksBalance();
});

test("none of twenty successive requests is declined while overdue holds could cover it", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 200_00n });
  for (let i = 0; i < 20; i += 1) await authorize(tenant, card, 10);
  clock.advance(8 * DAY_MS);
  const asked: Promise<unknown>[] = [];
  for (let i = 0; i < 20; i += 1) {
    asked.push(authorize(tenant, card, 10));
    await sleep(2);
  }
  await Promise.all(asked);
  await assertBalance(card.accountId, { postedMinor: 200_00n, heldMinor: 200_00n });
  await assertBooksBalance();
});

test("a family that fails to expire does not keep the others from it", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const broken = await createTestCard(tenant);
  const sound = await createTestCard(tenant);
  await authorize(tenant, broken, 10);
  clock.advance(1_000);
  await authorize(tenant, sound, 10);
  // Corrupts the books: the hold is missing from the account.
  await queryTestDatabase("UPDATE accounts SET held_minor = 0 WHERE id = $1", [broken.accountId]);
  clock.advance(8 * DAY_MS);
  await expireHolds({ now: clock.now() }).catch(() => undefined);
  await assertBalance(sound.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
});
