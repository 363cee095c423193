import { now } from "@/server/platform/clock";
import { getLogger } from "@/server/platform/logger";
import type { TenantId } from "@/server/platform/noun-ids";
import { inOwnTime, listMovedClocks } from "../../sandbox-clock";
import { sweepDeliveries } from "../../webhooks";
import { doDueWork } from "./due-work";
import { runJump } from "./run-jump";

/** Of one jump at a time; the next run goes on with it. */
const JUMP_MS = 20_000;

/**
 * What the sweeps do by real time, for each sandbox clock that is ahead by that clock: and goes on with jumps that no one
 * waits for any more. Safe to run at any time and by several at once; a tenant whose work fails does not hold up the others.
 * Returns how many clocks there are.
 */
export async function keepSandboxClocks(): Promise<{ readonly clocks: number }> {
  let clocks = 0;
  let last: TenantId | null = null;
  for (;;) {
    const moved: Moved[] = await listMovedClocks(last);
    for (const clock of moved) await keepOne(clock);
    clocks += moved.length;
    last = moved.at(-1)?.tenantId ?? null;
    if (last === null) return { clocks };
  }
}

type Moved = Awaited<ReturnType<typeof listMovedClocks>>[number];

async function keepOne({ tenantId, aheadMs, isMoving }: Moved): Promise<void> {
  try {
    if (isMoving) return await runJump(tenantId, performance.now() + JUMP_MS);
    const { now: at } = inOwnTime(now(), aheadMs);
    await doDueWork(tenantId, at);
    await sweepDeliveries({ now: at, sandboxOf: tenantId });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    getLogger().error({ tenant: tenantId, reason }, "a sandbox clock was not kept");
  }
}
