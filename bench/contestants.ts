import type { Options } from "./options";

/** Which process runs a contestant: the load generator over HTTP, or a baseline by itself. */
type RunBy = "load" | "crowd" | "load on a large database" | "by hand" | "bare tables";

/** What answers it. */
export type Host = "app" | "app on a large database" | "plain stack" | "empty";

export interface Contestant {
  readonly name: string;
  /** What `--only` asks for. */
  readonly group: string;
  readonly scenario: string;
  readonly runBy: RunBy;
  /** Null: it has no HTTP. */
  readonly host: Host | null;
  /** Null: all that are asked for. */
  readonly connections: number | null;
  /** How long its turn lasts; null: as long as is asked for. */
  readonly seconds: number | null;
  /** So many come in a second, whether or not the answers keep up; null: as fast as the answers come. */
  readonly perSecond: number | null;
  /** What others do meanwhile, from a process of their own. */
  readonly crowd: Crowd | null;
}

interface Crowd {
  readonly scenario: string;
  readonly connections: number;
}

const ALONE = { connections: null, seconds: null, perSecond: null, crowd: null } as const;
const OURS = { ...ALONE, runBy: "load", host: "app" } as const;

function scenario(name: string): Contestant {
  return { ...OURS, name, group: name, scenario: name };
}

function baseline(name: string, more: Partial<Contestant>): Contestant {
  return { ...OURS, name, group: "authorize", scenario: "authorize", ...more };
}

/** The app on a database of its own that has a past. */
export const LARGE = "app on a large database";

/** The same scenario on a database of its own that has a past (`--past`). */
function onLargeDatabase(name: string): Contestant {
  const place = { runBy: "load on a large database", host: LARGE } as const;
  return { ...scenario(name), ...place, name: `${name} on a large database` };
}

const CROWDS = "crowds";
const CALM = { group: CROWDS, connections: 1, seconds: 10, perSecond: 10 } as const;

/** A calm tenant's call each 100 ms, while a crowd of others asks for something. */
function calmBeside(crowd: Crowd | null, calls: "calm" | "calm voids" = "calm"): Contestant {
  const beside = crowd ? `beside ${crowd.connections} on ${crowd.scenario}` : "alone";
  return { ...OURS, ...CALM, name: `${calls} ${beside}`, scenario: calls, crowd };
}

const CROWDS_OF_CALM: readonly Crowd[] = [
  ...["/docs", "/", "/docs/api", "/openapi/v1.json"].map((scenario) => ({ scenario, connections: 20 })),
  { scenario: "/sign-in", connections: 50 },
  { scenario: "/_next/image", connections: 8 },
  { scenario: "/docs/../v1/nothing", connections: 100 },
  { scenario: "one key", connections: 300 },
  { scenario: "keys of no one", connections: 100 },
];

export const SOME_CONNECTIONS = 16;
export const MOST_CONNECTIONS = 64;

/** In the order in which they take turns, in every round. */
const CONTESTANTS: readonly Contestant[] = [
  scenario("authorize"),
  onLargeDatabase("authorize"),
  baseline("by hand", { runBy: "by hand", host: null }),
  baseline("bare tables", { runBy: "bare tables", host: null }),
  baseline("plain stack", { host: "plain stack" }),
  baseline("empty: our listener", { scenario: "empty", host: "empty" }),
  baseline("empty: plain Next", { scenario: "empty", host: "plain stack" }),
  ...["hot card", "replay", "get"].map(scenario),
  onLargeDatabase("get"),
  ...["capture", "authorize+capture", "mixed"].map(scenario),
  ...["sale", "hot merchant", "agreement charge", "redeem"].map(scenario),
  ...["list page deep", "overview"].map(scenario),
  // Its deliveries go on for a while, which would be in the way of others.
  { ...scenario("webhooks"), connections: MOST_CONNECTIONS },
  calmBeside(null),
  ...CROWDS_OF_CALM.map((crowd) => calmBeside(crowd)),
  calmBeside(null, "calm voids"),
  calmBeside({ scenario: "a settlement", connections: 2 }, "calm voids"),
];

/** What a calm tenant has beside a crowd, and what it has alone. */
export const BESIDE_CROWDS: readonly (readonly [beside: string, alone: string])[] = CONTESTANTS.flatMap(
  ({ name, scenario, crowd }) => (crowd ? [[name, `${scenario} alone`] as const] : []),
);

export function chooseContestants({ only, past }: Options): readonly Contestant[] {
  const unknown = only?.filter((name) => !CONTESTANTS.some(({ group }) => group === name)) ?? [];
  const names = [...new Set(CONTESTANTS.map(({ group }) => group))].join(", ");
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(", ")}. The scenarios are ${names}.`);
  // They measure who is kept from paying, not how fast it goes, and take two minutes a round.
  const chosen = CONTESTANTS.filter(({ group }) => only?.includes(group) ?? group !== CROWDS);
  return past > 0 ? chosen : chosen.filter(({ host }) => host !== LARGE);
}
