import assert from "node:assert/strict";
import { test } from "node:test";
import { reverseTransaction } from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance } from "@/server/testing/books";
import { send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSale, settleNow } from "@/server/testing/factories/transactions";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";

withTestDatabase();

test("a same-day reversal that was decided before the settlement and written after it is a 409", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant, { isSameDayReversalEnabled: true });
  await createTestSale(merchant);
  const [batch] = (await settleNow(tenant, merchant)).batches;
  const { transactionId, card } = await createTestSale(merchant);
  // Leaves the capture as a settlement would; the batch is another sale's.
  const text = "UPDATE captures SET batch_id = $1, settled_at = created_at WHERE id = $2";
  const change = { text, values: [batch?.batchId, transactionId] };
  const reply = await whileUncommitted(change, () => send(merchant, reverseTransaction, { body: { transactionId } }));
  assert.deepEqual([reply.status, JSON.parse(reply.text).error.code], [409, "already_settled"]);
  await assertBalance(card.accountId, { postedMinor: 940_00n, heldMinor: 0n });
  assert.equal(await getPrisma().refund.count({ where: { captureId: transactionId } }), 0);
});
