import { now } from "@/server/platform/clock";
import { FairPlaces } from "@/server/platform/fair-places";
import { getLogger } from "@/server/platform/logger";
import type { TenantId } from "@/server/platform/noun-ids";
import { processSingleton } from "@/server/platform/singleton";
import { inOwnTime, listOpenJumps, listRestingClocks } from "../../sandbox-clock";
import { doDueWork } from "./due-work";
import { goOnWithJump } from "./run-jump";

/** Time of one tenant per run; the next run continues. */
const SHARE_MS = 10_000;
/** Enough to take a delivery over from a dead process, and to attempt it. */
const JUMP_SHARE_MS = 20_000;
const AT_ONCE = 4;
/** A jump that waits longer for its turn is left to the next run. */
const JUMPS_MS = 30_000;

const underWay = processSingleton<{ work: Promise<{ readonly clocks: number }> | null }>("sandbox-clocks", () => ({
  work: null,
}));

/**
 * Does the sweeps' work for each sandbox clock that is ahead, by that clock, then continues jumps that no one waits for, oldest
 * first. A few at a time, each for up to ten seconds (a jump twenty); one run at a time per process. Safe to run at any time
 * and concurrently; a tenant that fails or is slow doesn't delay the others. Returns the number of clocks.
 */
export function sweepSandboxClocks(): Promise<{ readonly clocks: number }> {
  underWay.work ??= keepAll().finally(() => {
    underWay.work = null;
  });
  return underWay.work;
}

async function keepAll(): Promise<{ readonly clocks: number }> {
  const turns = new FairPlaces({ places: () => AT_ONCE });
  let clocks = 0;
  let last: TenantId | null = null;
  for (;;) {
    const resting: Resting[] = await listRestingClocks(last);
    await Promise.all(
      resting.map((clock) => turns.run([clock.tenantId], () => keepOne(clock.tenantId, () => keepResting(clock)))),
    );
    clocks += resting.length;
    last = resting.at(-1)?.tenantId ?? null;
    if (last === null) break;
  }
  const begunUntil = performance.now() + JUMPS_MS;
  const moving = await listOpenJumps();
  const goOn = async (tenantId: TenantId) => {
    if (performance.now() < begunUntil) await goOnWithJump(tenantId, performance.now() + JUMP_SHARE_MS);
  };
  await Promise.all(moving.map((tenantId) => turns.run([tenantId], () => keepOne(tenantId, () => goOn(tenantId)))));
  return { clocks: clocks + moving.length };
}

type Resting = Awaited<ReturnType<typeof listRestingClocks>>[number];

async function keepResting({ tenantId, aheadMs }: Resting): Promise<void> {
  const { now: at } = inOwnTime(now(), aheadMs);
  await doDueWork(tenantId, at, performance.now() + SHARE_MS);
}

async function keepOne(tenantId: TenantId, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    getLogger().error({ tenant: tenantId, reason }, "a sandbox clock was not kept");
  }
}
