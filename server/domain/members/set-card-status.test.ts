import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, declineOf } from "@/server/testing/factories/authorization-steps";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { setCardStatus } from "./change-card";

withTestDatabase();

test("a closed card stays closed, a frozen one works again", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  await setCardStatus(networkCaller(), { cardId: card.id, status: "frozen" });
  await declineOf(tenant, card, 25, { reasonCode: "62" });
  await setCardStatus(networkCaller(), { cardId: card.id, status: "active" });
  await authorize(tenant, card, 25);
  await setCardStatus(networkCaller(), { cardId: card.id, status: "closed" });
  await assert.rejects(setCardStatus(networkCaller(), { cardId: card.id, status: "active" }));
  await declineOf(tenant, card, 25, { reasonCode: "14" });
});
