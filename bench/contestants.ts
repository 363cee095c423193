import type { Options } from "./options";

/** The process that runs a contestant: a load generator over HTTP, or the baseline itself. */
type RunBy = "load" | "crowd" | "load on a large database" | "by hand" | "bare tables";

export type Host = "app" | "app on a large database" | "plain stack" | "empty";

export interface Contestant {
  readonly name: string;
  readonly group: string;
  readonly scenario: string;
  readonly runBy: RunBy;
  /** Null: the baseline has no HTTP. */
  readonly host: Host | null;
  /** Null: the numbers given with `--connections`. */
  readonly connections: number | null;
  /** Null: the duration given with `--seconds`. */
  readonly seconds: number | null;
  /** Arrivals per second, independent of the answers (open loop). Null: closed loop. */
  readonly perSecond: number | null;
  /** Competing load from a separate process. */
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

/** The app on a separate database filled with past payments. */
export const LARGE = "app on a large database";

function onLargeDatabase(name: string): Contestant {
  const place = { runBy: "load on a large database", host: LARGE } as const;
  return { ...scenario(name), ...place, name: `${name} on a large database` };
}

const CROWDS = "crowds";
const CALM = { group: CROWDS, connections: 1, seconds: 10, perSecond: 10 } as const;

/** A calm tenant's call every 100 ms, while other tenants generate competing load. */
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
  // Deliveries continue after the run, and would disturb the runs that follow.
  { ...scenario("webhooks"), connections: MOST_CONNECTIONS },
  calmBeside(null),
  ...CROWDS_OF_CALM.map((crowd) => calmBeside(crowd)),
  calmBeside(null, "calm voids"),
  calmBeside({ scenario: "a settlement", connections: 2 }, "calm voids"),
];

export const BESIDE_CROWDS: readonly (readonly [beside: string, alone: string])[] = CONTESTANTS.flatMap(
  ({ name, scenario, crowd }) => (crowd ? [[name, `${scenario} alone`] as const] : []),
);

export function chooseContestants({ only, past }: Options): readonly Contestant[] {
  const unknown = only?.filter((name) => !CONTESTANTS.some(({ group }) => group === name)) ?? [];
  const names = [...new Set(CONTESTANTS.map(({ group }) => group))].join(", ");
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(", ")}. The scenarios are ${names}.`);
  // Crowds measure fairness between tenants, not speed, and take two minutes per round, so they run only when named.
  const chosen = CONTESTANTS.filter(({ group }) => only?.includes(group) ?? group !== CROWDS);
  return past > 0 ? chosen : chosen.filter(({ host }) => host !== LARGE);
}
