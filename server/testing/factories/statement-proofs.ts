import assert from "node:assert/strict";
import { type CheckedStatement, StatementCheck } from "@/server/contracts/statement-proof/check-statement";
import { proveStatement, sealBooks } from "@/server/domain/books";
import { now } from "@/server/platform/clock";
import { withFakeClock } from "../clock";
import { staffCaller } from "./callers";
import { createTestCard } from "./cards";
import { createTestMerchant } from "./merchants";
import { refund } from "./settlements";
import { createTestTenant, type TestTenant } from "./tenants";
import { createTestSale, settleNow } from "./transactions";

export const seal = () => sealBooks({ now: now() });

export async function proofOf(tenant: TestTenant, id: string): Promise<string> {
  const { parts } = await proveStatement(staffCaller(tenant), id);
  let text = "";
  for await (const part of parts) text += part;
  return text;
}

export async function checkProof(text: string): Promise<CheckedStatement> {
  const checked = new StatementCheck();
  for (const line of text.trimEnd().split("\n")) checked.take(line);
  return checked.finish();
}

export async function assertProven(text: string): Promise<CheckedStatement> {
  const checked = await checkProof(text);
  assert.deepEqual(
    checked.steps.filter(({ state }) => state !== "holds"),
    [],
  );
  assert.ok(checked.isProven && checked.sums);
  assert.equal(checked.sums.differenceMinor, 0n);
  return checked;
}

export async function createTestStatement() {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  const rival = await createTestMerchant(await createTestTenant());
  const sales = [];
  for (const amount of [10, 20.05, 30]) {
    sales.push(await createTestSale(shop, { card, amount, merchantReference: `order ${amount}` }));
    await createTestSale(rival, { amount: 77 });
    clock.advance(1_000);
  }
  await seal();
  await refund(shop, sales[1]?.transactionId ?? "", 5.05);
  clock.advance(1_000);
  const { batches } = await settleNow(tenant, shop);
  const before = await proofOf(tenant, batches[0]?.batchId ?? "");
  await seal();
  return { tenant, shop, card, rival, clock, sales, id: batches[0]?.batchId ?? "", before };
}
