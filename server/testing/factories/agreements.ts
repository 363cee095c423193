import assert from "node:assert/strict";
import type { z } from "zod";
import * as recurring from "@/server/contracts/rest/recurring";
import { approveAgreement, denyAgreement } from "@/server/contracts/rest/sandbox";
import { call } from "../clients/api-client";
import { createTestCard, type TestCard } from "./cards";
import { createTestMerchant, type TestMerchant } from "./merchants";
import { createTestTenant, type TestTenant } from "./tenants";

type RequestBody = z.input<typeof recurring.authorizeRecurring.body.schema>;
type ChargeBody = z.input<typeof recurring.chargeRecurring.body.schema>;
type ApproveBody = z.input<typeof approveAgreement.body.schema>;

export interface TestAgreement {
  readonly id: string;
  readonly card: TestCard;
}

export const AGREEMENT_TERMS = { merchantReference: "beans-monthly", description: "A bag of beans every month" };

/** A shop and a member of another tenant, which may have a clock of its own. */
export async function createShopAndForeignMember() {
  const [tenant, other] = [await createTestTenant(), await createTestTenant()];
  return { shop: await createTestMerchant(tenant), other, card: await createTestCard(other) };
}

export async function requestTestAgreement(
  merchant: TestMerchant,
  { card, ...terms }: Partial<RequestBody> & { readonly card?: TestCard } = {},
): Promise<TestAgreement> {
  const asked = card ?? (await createTestCard(merchant.tenant));
  const { body } = await call(merchant, recurring.authorizeRecurring, {
    body: { memberId: asked.memberId, ...AGREEMENT_TERMS, ...terms },
  });
  assert.equal(body.status, "PendingApproval");
  assert.equal(body.memberId, asked.memberId);
  return { id: body.recurringAuthorizationId ?? "", card: asked };
}

export async function createTestAgreement(...request: Readonly<Parameters<typeof requestTestAgreement>>) {
  const agreement = await requestTestAgreement(...request);
  assert.equal((await approve(request[0].tenant, agreement)).status, "Active");
  return agreement;
}

export async function approve(tenant: TestTenant, { id }: Pick<TestAgreement, "id">, body: ApproveBody = {}) {
  return (await call(tenant, approveAgreement, { params: { id }, body })).body;
}

export async function deny(tenant: TestTenant, { id }: Pick<TestAgreement, "id">) {
  return (await call(tenant, denyAgreement, { params: { id } })).body;
}

export async function revoke(merchant: TestMerchant, { id }: Pick<TestAgreement, "id">, reason?: string) {
  const body = { recurringAuthorizationId: id, ...(reason === undefined ? {} : { reason }) };
  return (await call(merchant, recurring.revokeRecurring, { body })).body;
}

export async function readAgreement(merchant: TestMerchant, { id }: Pick<TestAgreement, "id">) {
  return (await call(merchant, recurring.getRecurring, { body: { recurringAuthorizationId: id } })).body;
}

export async function charge(
  merchant: TestMerchant,
  { id }: Pick<TestAgreement, "id">,
  fields: Partial<ChargeBody> & { readonly idempotencyKey?: string } = {},
) {
  const { idempotencyKey, ...body } = fields;
  return call(merchant, recurring.chargeRecurring, {
    body: { recurringAuthorizationId: id, amount: 10, ...body },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
}

export async function chargeOutcome(...request: Readonly<Parameters<typeof charge>>): Promise<string> {
  const { body } = await charge(...request);
  const isCaptured = body.status === "PendingSettlement";
  assert.equal(body.approved, isCaptured);
  assert.equal(body.transactionId !== null, isCaptured);
  assert.equal(body.receipt !== null, isCaptured);
  assert.equal(body.reasonCode === null, isCaptured);
  assert.equal(body.reasonMessage === null, isCaptured);
  assert.equal(body.capturedAmount, isCaptured ? (request[2]?.amount ?? 10) : 0);
  return body.reasonCode ?? body.status;
}
