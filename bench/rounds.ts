import { setTimeout as sleep } from "node:timers/promises";
import { type Contestant, LARGE, MOST_CONNECTIONS, SOME_CONNECTIONS } from "./contestants";
import type { Measurement } from "./measurement";
import type { Options } from "./options";
import type { Stage } from "./stage/stage";

/** One run of one contestant in one round. */
export interface Sample extends Measurement {
  readonly name: string;
  readonly connections: number;
  readonly round: number;
  /** Processor time of each request: of what answered it, and of the database. Null elsewhere than on Linux. */
  readonly hostCpuMs: number | null;
  readonly databaseCpuMs: number | null;
}

export const HALF = "authorize at half of its rate";
export const HALF_BY_HAND = "by hand at half of its rate";
const BESIDE_PAGES = "authorize beside 20 overviews, at half";

interface Paced {
  readonly name: string;
  /** Whose rate it is a share of. */
  readonly of: string;
  readonly scenario: string;
  readonly share: number;
  /** With how many connections. */
  readonly at: readonly number[];
}

const MANY = [SOME_CONNECTIONS, MOST_CONNECTIONS];
const MOST = [MOST_CONNECTIONS];

/** Authorizations that come in at a share of what the same round could do at most, whether or not the answers keep up. */
const PACED: readonly Paced[] = [
  { name: HALF, of: "authorize", scenario: "authorize", share: 0.5, at: MANY },
  { name: BESIDE_PAGES, of: "authorize", scenario: "authorize beside pages", share: 0.5, at: MOST },
  { name: "authorize at 2.3 times its rate", of: "authorize", scenario: "overload", share: 2.3, at: MOST },
  { name: HALF_BY_HAND, of: "by hand", scenario: "authorize", share: 0.5, at: MANY },
];

/** V8 compiles what runs often for several seconds more, and each request costs a fifth less by then. */
const WARM_UP_SECONDS = 8;
const WARM_UP_BESIDE_CROWD_SECONDS = 2;
/** A crowd is there before what is measured, and is still there at its end. */
const CROWD_COMES_MS = 1_000;
const CROWD_STAYS_SECONDS = 2;
/** Between two looks at how much a large database has been given. */
const WARM_UP_TURN_SECONDS = 2;
/**
 * A large database that has been running for weeks has, in its memory and whole in its log, what it changes often: by then the
 * first change of a page after a checkpoint is rare. A past of a million needs some 60,000 for that.
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

/** Everyone once, unmeasured: compiled code, full caches, every connection open with its statements prepared. */
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

/** Round after round, each with every contestant at every number of connections, so that what drifts drifts for all. */
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
