import assert from "node:assert/strict";
import type { z } from "zod";
import { ErrorBody } from "@/server/contracts/error-body";
import type { OperationContract } from "@/server/contracts/rest/operation";
import { refundTransaction, sellTransaction, voidTransaction } from "@/server/contracts/rest/transactions";
import { type CallOptions, send } from "../clients/api-client";
import { settleNow } from "../factories/transactions";
import type { Expected } from "./authorization-model";
import type { ExpectedBatch } from "./authorization-model-settlement";
import type { World } from "./random-world";

export async function assertAnswer<C extends OperationContract>(
  world: World,
  contract: C,
  options: CallOptions<C>,
  expected: Expected,
): Promise<void> {
  const reply = await send(world.tenant, contract, options);
  const json: unknown = JSON.parse(reply.text);
  if ("refusal" in expected) {
    assert.deepEqual([reply.status, ErrorBody.parse(json).error.code], [409, expected.refusal]);
    return;
  }
  const schema = contract.responses[reply.status]?.schema;
  assert.ok(schema, `${contract.id} answered ${reply.status}: ${reply.text}`);
  const body = schema.parse(json) as Record<string, unknown>;
  if ("moved" in expected) {
    const [all, part, amount] = contract.id === "captureAuthorization" ? CAPTURED : REVERSED;
    assert.deepEqual(
      [reply.status, body.status, body[amount]],
      [200, expected.isAll ? all : part, expected.moved / 100],
    );
    return;
  }
  const { amount } = expected.record;
  if ("declined" in expected) {
    assert.deepEqual(
      [reply.status, body.status, body.reasonCode, body.amount],
      [200, "declined", expected.declined, amount / 100],
    );
  } else {
    assert.deepEqual([reply.status, body.status, body.amount], [201, "approved", amount / 100]);
    assert.equal(body.expires, new Date(expected.record.family?.expiresAt ?? 0).toISOString());
  }
  world.records.push({ id: String(body.recordId), record: expected.record });
}

/** A sale, void, or refund by the merchant; the merchant API has its own response shapes. */
export async function assertMerchantAnswer<C extends OperationContract>(
  world: World,
  contract: C,
  options: CallOptions<C>,
  expected: Expected,
): Promise<void> {
  const reply = await send(world.merchant, contract, options);
  const json: unknown = JSON.parse(reply.text);
  if ("refusal" in expected) {
    assert.deepEqual([reply.status, ErrorBody.parse(json).error.code], [409, expected.refusal]);
    return;
  }
  assert.equal(reply.status, 200, reply.text);
  if (!("moved" in expected)) return assertSale(world, sellTransaction.responses[200].schema.parse(json), expected);
  const { moved, isAll } = expected;
  if (contract.id === voidTransaction.id) {
    const body = voidTransaction.responses[200].schema.parse(json);
    assert.deepEqual([body.voidedAmount, body.remainingAuthorizedAmount === 0], [moved / 100, isAll]);
    return;
  }
  const body = refundTransaction.responses[200].schema.parse(json);
  assert.deepEqual([body.refundedAmount, body.status], [moved / 100, isAll ? "Refunded" : "PartiallyRefunded"]);
}

function assertSale(
  world: World,
  body: z.output<(typeof sellTransaction.responses)[200]["schema"]>,
  expected: Exclude<Expected, { readonly refusal: string } | { readonly moved: number }>,
): void {
  const { amount } = expected.record;
  const isDeclined = "declined" in expected;
  assert.deepEqual(
    [body.approved, body.reasonCode, body.capturedAmount],
    [!isDeclined, isDeclined ? expected.declined : null, isDeclined ? 0 : amount / 100],
  );
  assert.equal(body.transactionId === null, isDeclined);
  if (body.transactionId) world.transactionIds.push(body.transactionId);
  world.records.push({ id: body.authorizationId ?? "", record: expected.record });
}

export async function assertSettlement(world: World, expected: ExpectedBatch | null): Promise<void> {
  const { batches } = await settleNow(world.tenant);
  const cents = (amount: number) => Math.round(amount * 100);
  assert.deepEqual(
    batches.map((batch) => ({
      captured: cents(batch.captured),
      refunded: cents(batch.refunded),
      fee: cents(batch.fee),
      carriedIn: cents(batch.carriedIn),
      payout: cents(batch.payout),
      carriedOut: cents(batch.carriedOut),
    })),
    expected ? [expected] : [],
  );
}

const CAPTURED = ["charged", "partial", "amountCaptured"] as const;
const REVERSED = ["reversed", "partial-reversed", "amountReversed"] as const;
