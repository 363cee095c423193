import * as contracts from "@/server/contracts/rest/authorizations";
import { call } from "../clients/api-client";
import { createTestCard, type TestCard } from "./cards";
import type { TestTenant } from "./tenants";

export interface TestHold {
  readonly card: TestCard;
  readonly recordId: string;
  readonly authorizationId: string;
  readonly amount: number;
}

export async function createTestHold(
  tenant: TestTenant,
  { amount = 60, card }: { readonly amount?: number; readonly card?: TestCard } = {},
): Promise<TestHold> {
  const used = card ?? (await createTestCard(tenant));
  const { body } = await call(tenant, contracts.createAuthorization, { body: { panToken: used.panToken, amount } });
  if (body.status !== "approved") throw new Error(`the hold was declined: ${JSON.stringify(body)}`);
  return { card: used, recordId: body.recordId, authorizationId: body.authorizationId, amount };
}
