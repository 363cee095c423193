import { setTimeout as sleep } from "node:timers/promises";
import type { Stage } from "../stage/stage";
import { faultsOn } from "./faults";
import { type Kind, LANES, type Lane, planLane } from "./plan";

interface Injected {
  readonly kind: Kind;
  readonly beganAt: number;
  readonly endedAt: number;
}

export interface Injection {
  readonly faults: Injected[];
  readonly skipped: Set<Kind>;
  readonly failures: string[];
}

/** Injects the seed's faults, all lanes in parallel, until `until`. All have ended when it resolves. */
export async function injectFaults(stage: Stage, seed: string, until: number): Promise<Injection> {
  const injection: Injection = { faults: [], skipped: new Set(), failures: [] };
  await Promise.all(LANES.map((lane) => runLane(stage, lane, seed, until, injection)));
  return injection;
}

async function runLane(stage: Stage, lane: Lane, seed: string, until: number, injection: Injection): Promise<void> {
  const faults = faultsOn(stage);
  for (const { kind, pauseMs, lastsMs, aim } of planLane(lane, seed)) {
    if (injection.skipped.has(kind)) continue;
    await sleep(Math.min(pauseMs, until - Date.now()));
    if (Date.now() >= until) return;
    const beganAt = Date.now();
    try {
      const end = await faults[kind](aim);
      if (!end) {
        injection.skipped.add(kind);
        continue;
      }
      await sleep(lastsMs);
      await end();
      injection.faults.push({ kind, beganAt, endedAt: Date.now() });
    } catch (error) {
      injection.failures.push(`${kind}: ${error instanceof Error ? error.message : error}`);
      // The next fault needs a running database.
      if (lane === "database") await stage.cluster.mend();
    }
  }
}
