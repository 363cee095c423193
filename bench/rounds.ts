import { setTimeout as sleep } from "node:timers/promises";
import { type Contestant, LARGE, MOST_CONNECTIONS, SOME_CONNECTIONS } from "./contestants";
import type { Measurement } from "./measurement";
import type { Options } from "./options";
import type { Stage } from "./stage/stage";

export interface Sample extends Measurement {
  readonly name: string;
  readonly connections: number;
  readonly round: number;
  /** CPU milliseconds per request, of the host and of the database. Null except on Linux. */
  readonly hostCpuMs: number | null;
  readonly databaseCpuMs: number | null;
}

export const HALF = "authorize at half of its rate";
export const HALF_BY_HAND = "by hand at half of its rate";
const BESIDE_PAGES = "authorize beside 20 overviews, at half";

interface Paced {
  readonly name: string;
  /** The contestant whose rate is scaled by `share`. */
  readonly of: string;
  readonly scenario: string;
  readonly share: number;
  readonly at: readonly number[];
}

const MANY = [SOME_CONNECTIONS, MOST_CONNECTIONS];
const MOST = [MOST_CONNECTIONS];

/** Open loops at a share of the rate that the same round measured at full load. */
const PACED: readonly Paced[] = [
  { name: HALF, of: "authorize", scenario: "authorize", share: 0.5, at: MANY },
  { name: BESIDE_PAGES, of: "authorize", scenario: "authorize beside pages", share: 0.5, at: MOST },
  { name: "authorize at 2.3 times its rate", of: "authorize", scenario: "overload", share: 2.3, at: MOST },
  { name: HALF_BY_HAND, of: "by hand", scenario: "authorize", share: 0.5, at: MANY },
];

/** V8 keeps optimizing hot code for several seconds; after that each request costs a fifth less. */
const WARM_UP_SECONDS = 8;
const WARM_UP_BESIDE_CROWD_SECONDS = 2;
/** Competing load starts before the measured run and outlasts it. */
const CROWD_COMES_MS = 1_000;
const CROWD_STAYS_SECONDS = 2;
/** Between two checks of how much a large database has been warmed up. */
const WARM_UP_TURN_SECONDS = 2;
/**
 * A database that has run for weeks has its hot pages in memory and already written in full to the WAL: the first change of a
 * page after a checkpoint is rare. A past of a million needs some 60,000 authorizations to get there.
 */
const WARM_UP_SHARE_OF_PAST = 0.02;
const WARM_UP_LARGE_AT_LEAST = 60_000;
const WARM_UP_LARGE_SECONDS = 240;

interface Asked {
  readonly contestant: Contestant;
  readonly connections: number;
  readonly seconds: number;
  readonly perSecond: number | null;
}

export type Progress = (line: string) => void;

/** Runs every contestant once, unmeasured, to compile code, fill caches, and prepare statements on every connection. */
export async function warmUp(stage: Stage, contestants: readonly Contestant[], options: Options): Promise<void> {
  const connections = Math.max(...options.connections);
  for (const contestant of contestants) {
    const { crowd, perSecond } = contestant;
    const seconds = crowd ? WARM_UP_BESIDE_CROWD_SECONDS : WARM_UP_SECONDS;
    await runOnce(stage, { contestant, connections, seconds, perSecond });
  }
  const large = contestants.find(({ host }) => host === LARGE);
  const deadline = performance.now() + WARM_UP_LARGE_SECONDS * 1_000;
  let left = Math.max(WARM_UP_LARGE_AT_LEAST, options.past * WARM_UP_SHARE_OF_PAST);
  while (large && left > 0 && performance.now() < deadline) {
    const { done } = await runOnce(stage, {
      contestant: { ...large, scenario: "authorize" },
      connections,
      seconds: WARM_UP_TURN_SECONDS,
      perSecond: null,
    });
    left -= done;
  }
}

/** Each round runs every contestant at every number of connections, so that drift affects all alike. */
export async function runRounds(
  stage: Stage,
  contestants: readonly Contestant[],
  options: Options,
  say: Progress,
): Promise<readonly Sample[]> {
  const deadline = performance.now() + options.minutes * 60_000;
  const samples: Sample[] = [];
  for (let round = 1; round <= options.rounds; round += 1) {
    if (round > 1 && performance.now() > deadline) break;
    for (const asked of plan(contestants, options)) {
      const sample = await measure(stage, asked, { round, name: asked.contestant.name });
      samples.push(sample);
      say(lineOf(sample, options));
      if (sample.done === 0) continue;
      for (const { name, scenario, share } of PACED.filter((paced) => isAfter(paced, asked))) {
        const paced = { contestant: { ...asked.contestant, scenario }, perSecond: sample.perSecond * share };
        samples.push(await measure(stage, { ...asked, ...paced }, { round, name }));
      }
    }
  }
  return samples;
}

function isAfter({ of, at }: Paced, { contestant, connections }: Asked): boolean {
  return of === contestant.name && at.includes(connections);
}

function plan(contestants: readonly Contestant[], { connections, seconds }: Options): readonly Asked[] {
  const isPartOf = (contestant: Contestant, count: number) => (contestant.connections ?? count) === count;
  return connections.flatMap((count) =>
    contestants
      .filter((contestant) => isPartOf(contestant, count))
      .map((contestant) => ({
        contestant,
        connections: count,
        seconds: contestant.seconds ?? seconds,
        perSecond: contestant.perSecond,
      })),
  );
}

async function measure(stage: Stage, asked: Asked, { round, name }: { round: number; name: string }): Promise<Sample> {
  let before = stage.processorTime(asked.contestant);
  const measured = await runOnce(stage, asked, () => {
    before = stage.processorTime(asked.contestant);
  });
  const after = stage.processorTime(asked.contestant);
  const requests = Math.max(1, measured.done + measured.failed);
  const each = (from: number | null, to: number | null) =>
    from === null || to === null ? null : (to - from) / requests;
  return {
    ...measured,
    name,
    round,
    connections: asked.connections,
    hostCpuMs: each(before.host, after.host),
    databaseCpuMs: each(before.database, after.database),
  };
}

async function runOnce(
  stage: Stage,
  { contestant, connections, seconds, perSecond }: Asked,
  onPrepared: () => void = () => undefined,
): Promise<Measurement> {
  const { scenario, runBy, host, crowd } = contestant;
  const port = host === null ? 0 : stage.portOf(host);
  const run = () => stage.runner(runBy).run({ scenario, port, connections, seconds, perSecond }, onPrepared);
  if (!crowd) return run();
  let came = () => {};
  const isThere = new Promise<void>((resolve) => {
    came = resolve;
  });
  const asked = { ...crowd, port, seconds: seconds + CROWD_STAYS_SECONDS, perSecond: null };
  const ended = stage.runner("crowd").run(asked, came);
  await Promise.race([isThere.then(() => sleep(CROWD_COMES_MS)), ended]);
  const measured = await run();
  const { perSecond: answered, failed, extras } = await ended;
  return {
    ...measured,
    extras: {
      crowdPerSecond: answered,
      crowdRefusedPerSecond: extras.refusedPerSecond ?? 0,
      crowdFailed: failed,
    },
  };
}

function lineOf({ round, name, connections, perSecond, failed }: Sample, { rounds }: Options): string {
  const failures = failed > 0 ? `, ${failed} failed` : "";
  return `round ${round} of ${rounds}: ${name} at ${connections}: ${perSecond.toFixed(0)} a second${failures}`;
}
