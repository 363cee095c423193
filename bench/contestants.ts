import type { Options } from "./options";

/** Which process runs a contestant: the load generator over HTTP, or a baseline by itself. */
type RunBy = "load" | "load on a large database" | "by hand" | "bare tables";

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
}

const OURS = { runBy: "load", host: "app", connections: null } as const;

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
];

export function chooseContestants({ only, past }: Options): readonly Contestant[] {
  const unknown = only?.filter((name) => !CONTESTANTS.some(({ group }) => group === name)) ?? [];
  const names = [...new Set(CONTESTANTS.map(({ group }) => group))].join(", ");
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(", ")}. The scenarios are ${names}.`);
  const chosen = CONTESTANTS.filter(({ group }) => only === null || only.includes(group));
  return past > 0 ? chosen : chosen.filter(({ host }) => host !== LARGE);
}
