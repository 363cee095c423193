import assert from "node:assert/strict";
import { test } from "node:test";
import { seedSandbox } from "@/prisma/seed";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { digest } from "@/server/platform/crypto";
import { parsePanToken } from "@/server/platform/ids";
import { AccountId, CardId, MemberId } from "@/server/platform/noun-ids";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, capture } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { topUpSandbox } from "..";

withTestDatabase();

test("the sandbox's members get back what was spent, once, and no one else gets anything", async () => {
  await seedSandbox();
  const tenant = await createTestTenant();
  const private_ = await createTestCard(tenant, { fundsMinor: 50_00n });
  await capture(tenant, (await authorize(tenant, private_, 20)).recordId);
  assert.equal(await topUpSandbox({ now: now() }), 0, "nothing of the sandbox’s was spent");
  const bob = await getPrisma().card.findFirstOrThrow({
    where: { panTokenHash: digest("pan-token", "TESTcardLowFunds1") },
  });
  const card = {
    id: CardId.parse(bob.id),
    panToken: parsePanToken("TESTcardLowFunds1"),
    memberId: MemberId.parse(bob.memberId),
    accountId: AccountId.parse(bob.accountId),
  };
  await capture(tenant, (await authorize(tenant, card, 24)).recordId);
  await assertBalance(card.accountId, { postedMinor: 1_00n, heldMinor: 0n });
  assert.equal(await topUpSandbox({ now: now() }), 1);
  assert.equal(await topUpSandbox({ now: now() }), 0);
  await assertBalance(card.accountId, { postedMinor: 25_00n, heldMinor: 0n });
  await assertBalance(private_.accountId, { postedMinor: 30_00n, heldMinor: 0n });
  await assertBooksBalance();
});
