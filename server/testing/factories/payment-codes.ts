import assert from "node:assert/strict";
import type { z } from "zod";
import * as contracts from "@/server/contracts/rest/payment-codes";
import { createMemberCode } from "@/server/contracts/rest/sandbox";
import { getPrisma } from "@/server/db/prisma";
import { call } from "../clients/api-client";
import { createTestCard, type TestCard } from "./cards";
import type { TestTenant } from "./tenants";

type CreateBody = z.input<typeof contracts.createPaymentCode.body.schema>;
type RedeemBody = z.input<typeof contracts.redeemPaymentCode.body.schema>;

export interface TestCode {
  readonly code: string;
  readonly pin: string;
  readonly wrongPin: string;
  readonly recordId: string;
  readonly expiresAt: string;
  readonly card: TestCard;
}

/** A code created over HTTP, for a member with 1,000.00 USD unless a card is given. */
export async function createTestCode(
  tenant: TestTenant,
  { card, ...terms }: Partial<CreateBody> & { readonly card?: TestCard } = {},
): Promise<TestCode> {
  const payer = card ?? (await createTestCard(tenant));
  const { status, body } = await call(tenant, contracts.createPaymentCode, {
    body: { member: payer.memberId, ...terms },
  });
  assert.equal(status, 201);
  const { code, pin, recordId, expiresAt } = body;
  assert.ok(pin, "the first answer has the PIN");
  const wrongPin = `${pin.startsWith("0") ? "1" : "0"}${pin.slice(1)}`;
  return { code, pin, wrongPin, recordId, expiresAt, card: payer };
}

export async function createTestMemberCode(
  tenant: TestTenant,
  { card, ...terms }: Partial<z.input<typeof createMemberCode.body.schema>> & { readonly card?: TestCard } = {},
): Promise<Omit<TestCode, "pin" | "wrongPin">> {
  const payer = card ?? (await createTestCard(tenant));
  const { status, body } = await call(tenant, createMemberCode, { body: { member: payer.memberId, ...terms } });
  assert.equal(status, 201);
  const { code = "", ...rest } = body;
  return { ...rest, code, card: payer };
}

export async function redeem(
  tenant: TestTenant,
  { code, pin }: Pick<TestCode, "code" | "pin">,
  fields: Partial<RedeemBody> & { readonly idempotencyKey?: string } = {},
) {
  const { idempotencyKey, ...body } = fields;
  return call(tenant, contracts.redeemPaymentCode, {
    body: { code, pin, amount: 10, merchant: tenant.merchantId, ...body },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
}

export async function outcomeOf(...request: Readonly<Parameters<typeof redeem>>): Promise<string> {
  const { status, body } = await redeem(...request);
  assert.equal(status, body.status === "approved" ? 201 : 200);
  return body.reasonCode ?? body.status;
}

export async function redeemAtOnce(
  requests: readonly Readonly<Parameters<typeof redeem>>[],
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const outcome of await Promise.all(requests.map((request) => outcomeOf(...request)))) {
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

export async function readCode(tenant: TestTenant, { code }: Pick<TestCode, "code">) {
  return (await call(tenant, contracts.getPaymentCode, { params: { code } })).body;
}

export async function storedCode({ recordId }: Pick<TestCode, "recordId">) {
  return getPrisma().paymentCode.findUniqueOrThrow({ where: { id: recordId } });
}
