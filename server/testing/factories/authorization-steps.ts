import assert from "node:assert/strict";
import type { z } from "zod";
import type { AuthorizationStatus } from "@/server/contracts/authorization-statuses";
import type { ReversalReason, ReverseKind } from "@/server/contracts/rest/authorization-schemas";
import * as contracts from "@/server/contracts/rest/authorizations";
import { call } from "../clients/api-client";
import type { TestCard } from "./cards";
import type { TestTenant } from "./tenants";

type CreateBody = z.input<typeof contracts.createAuthorization.body.schema>;
type Fields = Omit<CreateBody, "panToken" | "amount">;

export async function authorize(tenant: TestTenant, card: TestCard, amount: number, fields: Fields = {}) {
  const { status, body } = await call(tenant, contracts.createAuthorization, {
    body: { ...fields, panToken: card.panToken, amount },
  });
  assert.equal(status, 201);
  assert.ok(body.status === "approved");
  assert.equal(body.amount, amount);
  return body;
}

export async function declineOf(
  tenant: TestTenant,
  card: TestCard,
  amount: number,
  expected: { readonly reasonCode: string } & Fields,
) {
  const { reasonCode, ...fields } = expected;
  const { status, body } = await call(tenant, contracts.createAuthorization, {
    body: { ...fields, panToken: card.panToken, amount },
  });
  assert.equal(status, 200);
  assert.ok(body.status === "declined");
  assert.deepEqual({ reasonCode: body.reasonCode, amount: body.amount }, { reasonCode, amount });
  return body;
}

export async function increment(tenant: TestTenant, id: string, amount: number) {
  const { status, body } = await call(tenant, contracts.incrementAuthorization, { params: { id }, body: { amount } });
  assert.equal(status, 201);
  assert.ok(body.status === "approved" && "parentAuthorization" in body);
  assert.equal(body.amount, amount);
  return body;
}

export async function capture(tenant: TestTenant, id: string, amount?: number) {
  const body = amount === undefined ? {} : { amount };
  return (await call(tenant, contracts.captureAuthorization, { params: { id }, body })).body;
}

export async function reverse(
  tenant: TestTenant,
  id: string,
  amount?: number,
  more: { readonly reason?: ReversalReason; readonly kind?: ReverseKind } = {},
) {
  const body = { ...(amount === undefined ? {} : { amount }), ...more };
  return (await call(tenant, contracts.reverseAuthorization, { params: { id }, body })).body;
}

export async function read(tenant: TestTenant, id: string) {
  return (await call(tenant, contracts.getAuthorization, { params: { id } })).body;
}

export function amountsLeft(held: number, refundable: number) {
  return { capturable: held, voidable: held, refundable };
}

export async function assertFigures(
  tenant: TestTenant,
  id: string,
  expected: readonly [status: AuthorizationStatus, amount: number, captured: number, reversed: number],
): Promise<void> {
  const { status, amount, captured, reversed } = await read(tenant, id);
  assert.deepEqual([status, amount, captured, reversed], expected);
}
