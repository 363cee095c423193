import { now } from "@/server/platform/clock";
import { FairPlaces } from "@/server/platform/fair-places";
import { getLogger } from "@/server/platform/logger";
import type { TenantId } from "@/server/platform/noun-ids";
import { processSingleton } from "@/server/platform/singleton";
import { inOwnTime, listRestingClocks } from "../../sandbox-clock";
import { doDueWork } from "./due-work";

/** Time of one tenant per run; the next run continues. */
const SHARE_MS = 10_000;
const AT_ONCE = 4;

const underWay = processSingleton<{ work: Promise<{ readonly clocks: number }> | null }>("sandbox-clocks", () => ({
  work: null,
}));

/**
 * Does the sweeps' work for each sandbox clock that is ahead and not in a jump, by that clock. A few at a time, each for up to ten
 * seconds; one run at a time per process. Safe to run at any time and concurrently; a tenant that fails or is slow doesn't delay
 * the others. Returns the number of clocks.
 */
export function sweepSandboxClocks(): Promise<{ readonly clocks: number }> {
  underWay.work ??= sweepAll().finally(() => {
    underWay.work = null;
  });
  return underWay.work;
}

async function sweepAll(): Promise<{ readonly clocks: number }> {
  const turns = new FairPlaces({ places: () => AT_ONCE });
  let clocks = 0;
  let last: TenantId | null = null;
  for (;;) {
    const resting: Resting[] = await listRestingClocks(last);
    await Promise.all(
      resting.map((clock) => turns.run([clock.tenantId], () => sweepOne(clock.tenantId, () => sweepResting(clock)))),
    );
    clocks += resting.length;
    last = resting.at(-1)?.tenantId ?? null;
    if (last === null) break;
  }
  return { clocks };
}

type Resting = Awaited<ReturnType<typeof listRestingClocks>>[number];

async function sweepResting({ tenantId, aheadMs }: Resting): Promise<void> {
  const { now: at } = inOwnTime(now(), aheadMs);
  await doDueWork(tenantId, at, performance.now() + SHARE_MS);
}

async function sweepOne(tenantId: TenantId, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    getLogger().error(
      { tenant: tenantId, reason },
      "sandbox clock: work that is due was not done, the next run tries again",
    );
  }
}
