import { Random } from "../random";

/** Kinds of faults, with their duration and their share within the lane. */
const KINDS = {
  processes: {
    "payments host killed": { ms: [0, 800], share: 2 },
    "payments plane killed": { ms: [0, 800], share: 2 },
    "payments host stopped for a while": { ms: [200, 2_500], share: 2 },
    "payments host told to end": { ms: [0, 500], share: 1 },
    "work host killed": { ms: [0, 800], share: 2 },
    "work plane killed": { ms: [0, 800], share: 2 },
    "work host stopped for a while": { ms: [200, 3_000], share: 2 },
    "clock stepped": { ms: [200, 3_000], share: 4 },
  },
  database: {
    "PostgreSQL killed": { ms: [0, 1_000], share: 3 },
    "PostgreSQL stopped for a while": { ms: [200, 2_500], share: 2 },
    "a backend killed": { ms: [0, 300], share: 3 },
    "all backends ended": { ms: [0, 300], share: 3 },
    "standby killed": { ms: [0, 1_500], share: 2 },
    "standby promoted": { ms: [0, 800], share: 2 },
    "pool full": { ms: [500, 3_000], share: 2 },
    "no connection left": { ms: [300, 2_000], share: 2 },
    "disk full": { ms: [300, 2_000], share: 2 },
  },
  network: {
    "database cut off": { ms: [0, 1_500], share: 3 },
    "database's answers lost": { ms: [50, 1_000], share: 3 },
    "way to the database stalled": { ms: [100, 2_000], share: 2 },
    "clients cut off": { ms: [0, 500], share: 2 },
    "clients' answers lost": { ms: [50, 1_000], share: 3 },
    "Redis killed": { ms: [200, 1_500], share: 2 },
    "Redis stopped for a while": { ms: [200, 1_500], share: 2 },
  },
} as const;

type Lanes = typeof KINDS;
export type Lane = keyof Lanes;
export type Kind = { [L in Lane]: keyof Lanes[L] }[Lane];

export interface PlannedFault {
  readonly lane: Lane;
  readonly kind: Kind;
  readonly pauseMs: number;
  readonly lastsMs: number;
  /** From 0 to 1: selects the target and the strength. */
  readonly aim: number;
}

const MOST = 5_000;
const PAUSE_MS = [600, 3_200] as const;

export const LANES = Object.keys(KINDS) as Lane[];

export const ALL_KINDS = Object.values(KINDS).flatMap((kinds) => Object.keys(kinds)) as Kind[];

/** The faults of one lane in order, fully determined by the seed. */
export function* planLane(lane: Lane, seed: string): Generator<PlannedFault> {
  const random = new Random(seed).fork(lane);
  const kinds = Object.entries(KINDS[lane]) as [Kind, { ms: readonly [number, number]; share: number }][];
  const ballots = kinds.flatMap(([kind, { share }]) => Array.from({ length: share }, () => kind));
  let hand: Kind[] = [];
  for (let i = 0; i < MOST; i += 1) {
    // Dealt from a shuffled deck, so that even a short run has many kinds.
    if (hand.length === 0) hand = shuffled(ballots, random);
    const kind = hand.pop();
    const ms = kinds.find(([name]) => name === kind)?.[1].ms;
    if (!kind || !ms) throw new Error("a lane without faults");
    yield {
      lane,
      kind,
      pauseMs: random.integer(...PAUSE_MS),
      lastsMs: random.integer(...ms),
      aim: random.next(),
    };
  }
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
