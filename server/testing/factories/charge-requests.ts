import assert from "node:assert/strict";
import * as recurring from "@/server/contracts/rest/recurring";
import { approveChargeRequest, denyChargeRequest } from "@/server/contracts/rest/sandbox";
import { call } from "../clients/api-client";
import { charge, createTestAgreement, type TestAgreement } from "./agreements";
import { createTestMerchant, type TestMerchant } from "./merchants";
import { createTestTenant, type TestTenant } from "./tenants";

export interface TestChargeRequest {
  readonly id: string;
}

/** A charge outside the terms, for the member to approve; 35.00 by default. */
export async function requestTestCharge(
  merchant: TestMerchant,
  agreement: Pick<TestAgreement, "id">,
  fields: Parameters<typeof charge>[2] = {},
): Promise<TestChargeRequest> {
  const { body } = await charge(merchant, agreement, { amount: 35, onExceed: "ask", ...fields });
  assert.deepEqual(
    [body.status, body.approved, body.capturedAmount, body.reasonCode],
    ["PendingApproval", false, 0, null],
  );
  assert.ok(body.chargeRequestId);
  return { id: body.chargeRequestId };
}

export async function approveCharge(tenant: TestTenant, { id }: TestChargeRequest, idempotencyKey?: string) {
  return call(tenant, approveChargeRequest, { params: { id }, ...(idempotencyKey && { idempotencyKey }) });
}

export async function denyCharge(tenant: TestTenant, { id }: TestChargeRequest) {
  return call(tenant, denyChargeRequest, { params: { id } });
}

export async function readChargeRequest(merchant: TestMerchant, { id }: TestChargeRequest) {
  return (await call(merchant, recurring.getChargeRequest, { body: { chargeRequestId: id } })).body;
}

/** An agreement over at most 20.00 monthly, on an account with 1,000.00. */
export async function createShopWithAgreement(terms: Parameters<typeof createTestAgreement>[1] = {}) {
  const merchant = await createTestMerchant(await createTestTenant());
  const agreement = await createTestAgreement(merchant, { maxAmount: 20, interval: "monthly", ...terms });
  return { merchant, agreement };
}
