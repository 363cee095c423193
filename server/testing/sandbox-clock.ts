import type { z } from "zod";
import { advanceSandboxClock, getSandboxClock } from "@/server/contracts/rest/sandbox-clock";
import { call } from "./clients/api-client";
import type { TestTenant } from "./factories/tenants";

type AdvanceBody = z.input<typeof advanceSandboxClock.body.schema>;

/** Moves the tenant's clock over HTTP. Throws unless it has arrived. */
export async function advanceTestClock(tenant: TestTenant, body: AdvanceBody, idempotencyKey: string | null = null) {
  const { body: clock } = await call(tenant, advanceSandboxClock, { body, idempotencyKey });
  if (!clock.lastMove?.arrived) throw new Error("the clock is still on its way");
  return { ...clock, lastMove: clock.lastMove };
}

export async function readTestClock(tenant: TestTenant) {
  return (await call(tenant, getSandboxClock)).body;
}
