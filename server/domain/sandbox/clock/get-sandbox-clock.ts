import { now } from "@/server/platform/clock";
import type { TenantCaller } from "../../caller";
import { type Happened, listHappened } from "../../queries";
import { requireTest } from "../../require-sandbox";
import { findAheadMs, findJump, inOwnTime, type Jump, listJumps } from "../../sandbox-clock";
import { isSharedTenant } from "../../tenants";

export interface SandboxClock {
  readonly now: Date;
  readonly realNow: Date;
  readonly aheadMs: number;
  readonly isFixed: boolean;
  readonly jump: (Jump & { readonly happened: Happened }) | null;
}

const MAX_HAPPENED = 200;

/** With what happened in the last jump, or in the given one. Throws `not_found` in live. */
export async function getSandboxClock(
  caller: TenantCaller,
  { jumpId = null }: { readonly jumpId?: string | null } = {},
): Promise<SandboxClock> {
  requireTest(caller);
  const { tenantId } = caller;
  const [isFixed, [last]] = await Promise.all([isSharedTenant(tenantId), listJumps(tenantId, 1)]);
  const jump = (jumpId === null ? null : await findJump(tenantId, jumpId)) ?? last ?? null;
  const realNow = now();
  const aheadMs = await findAheadMs(tenantId);
  const { now: at } = inOwnTime(realNow, aheadMs);
  const clock = { now: at, realNow, aheadMs, isFixed };
  if (jump === null) return { ...clock, jump };
  const { fromAt, toAt, arrivedAt } = jump;
  const until = arrivedAt === null && at < toAt ? at : toAt;
  const happened = await listHappened(tenantId, { after: fromAt, until, limit: MAX_HAPPENED });
  return { ...clock, jump: { ...jump, happened } };
}
