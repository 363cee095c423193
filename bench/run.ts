/**
 * `npm run bench`: alternates the app and its baselines in one run, on one database. Prints the ratios first, and proves the
 * books at the end. The first argument is a scratch folder; options follow it.
 */
import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { closePool } from "@/server/db/pool";
import { checkBooks } from "@/server/domain/ledger";
import type { CrowdAnswer, CrowdRequest } from "./crowd";
import { type Load, type Measurement, runScenario } from "./load";
import { scenariosOf } from "./scenarios";
import {
  endChild,
  type Host,
  inspectDatabase,
  processorTime,
  seed,
  startApp,
  startByHand,
  startCrowd,
  startDatabase,
  startPlainStack,
} from "./stage";

const list = z.string().transform((text) => text.split(",").map((part) => part.trim()));

const Options = z.object({
  /** Scenarios, e.g. `authorize` with its baselines. Null: all. */
  only: list.nullable().default(null),
  rounds: z.coerce.number().int().min(1).max(100).default(5),
  seconds: z.coerce.number().min(0.2).max(60).default(3),
  connections: list
    .transform((all) => all.map(Number))
    .pipe(z.array(z.int().min(1).max(64)).min(1))
    .default([1, 16, 64]),
  /** Nodes that take payments. With 2, `authorize` and `hot card` also run over both. */
  nodes: z.coerce.number().int().min(1).max(2).default(1),
  /** No round starts after this many minutes. */
  minutes: z.coerce.number().min(1).max(240).default(60),
  json: z.boolean().default(false),
});
type Options = z.infer<typeof Options>;

interface Contestant {
  readonly name: string;
  /** The name that `--only` takes. */
  readonly group: string;
  readonly scenario: string;
  readonly host: "app" | "two nodes" | "by hand" | "plain stack";
  /** Null: the numbers given with `--connections`. */
  readonly connections: number | null;
  readonly seconds: number | null;
  readonly perSecond: number | null;
  /** Competing load from a separate process. */
  readonly crowd: { readonly scenario: string; readonly connections: number } | null;
}

const MOST_CONNECTIONS = 64;
const ALONE = { host: "app", connections: null, seconds: null, perSecond: null, crowd: null } as const;

function contestant(scenario: string, more: Partial<Contestant> = {}): Contestant {
  return { ...ALONE, name: scenario, group: scenario, scenario, ...more };
}

const overNodes = (scenario: string) => contestant(scenario, { name: `${scenario} over 2 nodes`, host: "two nodes" });

/** A calm tenant's call every 100 ms, alone or while others generate competing load. */
function calm(crowd: Contestant["crowd"], scenario = "calm"): Contestant {
  const name = `${scenario} ${crowd ? `beside ${crowd.connections} on ${crowd.scenario}` : "alone"}`;
  return contestant(scenario, { name, group: "crowds", connections: 1, seconds: 10, perSecond: 10, crowd });
}

const CONTESTANTS: readonly Contestant[] = [
  contestant("authorize"),
  overNodes("authorize"),
  contestant("authorize", { name: "by hand", host: "by hand" }),
  contestant("authorize", { name: "plain stack", host: "plain stack" }),
  contestant("hot card"),
  overNodes("hot card"),
  ...["replay", "get", "capture", "authorize+capture", "mixed"].map((name) => contestant(name)),
  ...["sale", "hot merchant", "agreement charge", "redeem"].map((name) => contestant(name)),
  ...["list page deep", "overview"].map((name) => contestant(name)),
  // Deliveries continue after the run, and would disturb the runs that follow.
  contestant("webhooks", { connections: MOST_CONNECTIONS }),
  calm(null),
  ...["/docs", "/", "/docs/api", "/openapi/v1.json"].map((scenario) => calm({ scenario, connections: 20 })),
  calm({ scenario: "/sign-in", connections: 50 }),
  calm({ scenario: "/_next/image", connections: 8 }),
  calm({ scenario: "/docs/../v1/nothing", connections: 100 }),
  calm({ scenario: "one key", connections: 300 }),
  calm({ scenario: "keys of no one", connections: 100 }),
  calm(null, "calm voids"),
  calm({ scenario: "a settlement", connections: 2 }, "calm voids"),
];

const HALF = "authorize at half of its rate";
const HALF_BY_HAND = "by hand at half of its rate";

/** Open loops at a share of the rate that the same round measured at full load. */
const PACED = [
  { name: HALF, of: "authorize", scenario: "authorize", share: 0.5, from: 16 },
  {
    name: "authorize beside 20 overviews, at half",
    of: "authorize",
    scenario: "authorize beside pages",
    share: 0.5,
    from: 64,
  },
  { name: "authorize at 2.3 times its rate", of: "authorize", scenario: "overload", share: 2.3, from: 64 },
  { name: HALF_BY_HAND, of: "by hand", scenario: "authorize", share: 0.5, from: 16 },
] as const;

interface Compared {
  readonly name: string;
  readonly against: string;
  /** Default: operations per second. */
  readonly figure?: "perSecond" | "p95Ms" | "p99Ms";
}

const RATIOS: readonly Compared[] = [
  ...["by hand", "plain stack"].map((against) => ({ name: "authorize", against })),
  { name: HALF, against: HALF_BY_HAND, figure: "p99Ms" },
  ...["authorize", "hot card"].flatMap((against): readonly Compared[] => [
    { name: `${against} over 2 nodes`, against },
    { name: `${against} over 2 nodes`, against, figure: "p99Ms" },
  ]),
  ...["replay", "get", "hot card", "capture", "authorize+capture", "mixed", "sale", "webhooks"].map((name) => ({
    name,
    against: "authorize",
  })),
  ...["hot merchant", "agreement charge"].map((name) => ({ name, against: "sale" })),
  ...CONTESTANTS.flatMap(({ name, scenario, crowd }): readonly Compared[] =>
    crowd ? [{ name, against: `${scenario} alone`, figure: "p95Ms" }] : [],
  ),
];

/** V8 keeps optimizing hot code for several seconds; after that each request costs a fifth less. */
const WARM_UP_SECONDS = 8;
const WARM_UP_BESIDE_CROWD_SECONDS = 2;
/** Competing load starts before the measured run and outlasts it. */
const CROWD_COMES_MS = 1_000;
const CROWD_STAYS_SECONDS = 2;

interface Sample extends Measurement {
  readonly name: string;
  readonly connections: number;
  readonly round: number;
  /** CPU milliseconds per operation. Null except on Linux. */
  readonly hostCpuMs: number | null;
  readonly databaseCpuMs: number | null;
}

const undo: (() => Promise<unknown>)[] = [];
const log = (line: string): void => void process.stderr.write(`${line}\n`);

async function cleanUp(): Promise<void> {
  for (let end = undo.pop(); end; end = undo.pop()) await end();
}

function choose({ only, nodes }: Options): readonly Contestant[] {
  const groups = [...new Set(CONTESTANTS.map(({ group }) => group))];
  const unknown = only?.filter((name) => !groups.includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(", ")}. The scenarios are ${groups.join(", ")}.`);
  // Crowds measure fairness between tenants, not speed, and take two minutes per round, so they run only when named.
  const chosen = CONTESTANTS.filter(({ group }) => only?.includes(group) ?? group !== "crowds");
  return nodes > 1 ? chosen : chosen.filter(({ host }) => host !== "two nodes");
}

async function bench(folder: string, options: Options): Promise<boolean> {
  const contestants = choose(options);
  const { env, stop } = await startDatabase(folder);
  undo.push(stop, closePool);
  log("Seeding 1,000 cards and what else pays.");
  const world = await seed();
  const place = { env, folder };
  const keep = async (start: Promise<Host>) => {
    const host = await start;
    undo.push(() => endChild(host.child));
    return host;
  };
  const app = await keep(startApp(place, "app"));
  const second = options.nodes > 1 ? [await keep(startApp(place, "second", { ROLE: "payments" }))] : [];
  const hosts: Readonly<Record<Contestant["host"], readonly Host[]>> = {
    app: [app],
    "two nodes": [app, ...second],
    "by hand": [await keep(startByHand(place, world))],
    "plain stack": [await keep(startPlainStack(place, world.tenant.secret))],
  };
  const crowd = startCrowd(place);
  undo.push(() => endChild(crowd));
  const { version, postmaster } = await inspectDatabase();
  const scenarios = scenariosOf(world);

  const runCrowd = (request: Omit<CrowdRequest, "world">, onPrepared: () => void) =>
    new Promise<Measurement>((resolve, reject) => {
      const hear = (answer: CrowdAnswer) => {
        if ("isPrepared" in answer) return onPrepared();
        crowd.off("message", hear);
        resolve(answer.measured);
      };
      crowd.on("message", hear).once("exit", () => reject(new Error("the crowd's process ended; its log says why")));
      crowd.send({ world, ...request });
    });

  const run = async (of: Contestant, load: Load, onPrepared?: () => void): Promise<Measurement> => {
    const scenario = scenarios[of.scenario];
    if (!scenario) throw new Error(`there is no scenario ${of.scenario}`);
    if (!of.crowd) return runScenario(scenario(), load, onPrepared);
    let come = (): void => undefined;
    const isThere = new Promise<void>((resolve) => {
      come = resolve;
    });
    const against = { ...of.crowd, ports: load.ports, seconds: load.seconds + CROWD_STAYS_SECONDS, perSecond: null };
    const leaving = runCrowd(against, come);
    await Promise.race([isThere.then(() => sleep(CROWD_COMES_MS)), leaving]);
    const measured = await runScenario(scenario(), load, onPrepared);
    const { perSecond: crowdPerSecond, failed: crowdFailed, extras } = await leaving;
    const crowdRefusedPerSecond = extras.refusedPerSecond ?? 0;
    return { ...measured, extras: { crowdPerSecond, crowdRefusedPerSecond, crowdFailed } };
  };

  const measure = async (of: Contestant, load: Load, round: number): Promise<Sample> => {
    const pids = hosts[of.host].map(({ pid }) => pid);
    const used = () => [processorTime(pids), processorTime([postmaster])] as const;
    let before = used();
    const measured = await run(of, load, () => {
      before = used();
    });
    const [host, database] = used();
    const each = (from: number | null, to: number | null) =>
      from === null || to === null ? null : (to - from) / Math.max(1, measured.done + measured.failed);
    const cpu = { hostCpuMs: each(before[0], host), databaseCpuMs: each(before[1], database) };
    const sample = { ...measured, ...cpu, name: of.name, connections: load.connections, round };
    const failures = sample.failed > 0 ? `, ${sample.failed} failed` : "";
    log(`round ${round}: ${of.name} at ${load.connections}: ${sample.perSecond.toFixed(0)} a second${failures}`);
    return sample;
  };

  const portsOf = ({ host }: Contestant) => hosts[host].map(({ port }) => port);
  log("Warming up.");
  for (const of of contestants) {
    const seconds = of.crowd ? WARM_UP_BESIDE_CROWD_SECONDS : WARM_UP_SECONDS;
    const connections = Math.max(...options.connections);
    await run(of, { ports: portsOf(of), connections, seconds, perSecond: of.perSecond });
  }
  const samples: Sample[] = [];
  const deadline = performance.now() + options.minutes * 60_000;
  // Each round runs every contestant at every number of connections, so that drift affects all alike.
  for (let round = 1; round <= options.rounds && (round === 1 || performance.now() < deadline); round += 1) {
    for (const connections of options.connections) {
      for (const of of contestants.filter((one) => (one.connections ?? connections) === connections)) {
        const load = {
          ports: portsOf(of),
          connections,
          seconds: of.seconds ?? options.seconds,
          perSecond: of.perSecond,
        };
        const sample = await measure(of, load, round);
        samples.push(sample);
        const paced = PACED.filter((one) => one.of === of.name && one.from <= connections && sample.done > 0);
        for (const { name, scenario, share } of paced) {
          samples.push(
            await measure({ ...of, name, scenario }, { ...load, perSecond: sample.perSecond * share }, round),
          );
        }
      }
    }
  }

  const lines = linesOf(samples);
  const ratios = options.connections
    .toSorted((a, b) => b - a)
    .flatMap((connections) => RATIOS.map((compared) => ratioOf(samples, compared, connections)))
    .filter(({ value }) => value !== null);
  const breaches = (await checkBooks()).filter((check) => check.breaches.length > 0).map(({ name }) => name);
  const silent = [...new Set(samples.filter(({ done }) => done === 0).map(({ name }) => name))];
  if (silent.length > 0) log(`Nothing was answered: ${silent.join(", ")}.`);
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}, PostgreSQL ${version}`;
  const isProven = breaches.length === 0;
  const text = [
    `Ratios, of rates unless it says otherwise: each of one round, medians of the rounds, turns of ${options.seconds} s`,
    ...ratios.map(({ title, value }) => `${shown(value, 2).padStart(8)}  ${title}`),
    ...["", ...tableOf(lines), "", ...extrasOf(lines)],
    `app: ${(app.startMs / 1_000).toFixed(1)} s to its first answer`,
    machine,
    isProven ? "The books balance." : `BREACH: ${breaches.join(", ")}`,
  ].join("\n");
  process.stdout.write(
    `${options.json ? JSON.stringify({ ratios, lines, machine, isProven }, null, 2) : `\n${text}`}\n`,
  );
  return isProven && silent.length === 0;
}

function median(values: readonly (number | null | undefined)[]): number | null {
  const sorted = values.filter((value) => typeof value === "number").sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2;
}

const COLUMNS = [
  ["a second", "perSecond", 0],
  ["p50 ms", "p50Ms", 2],
  ["p95 ms", "p95Ms", 2],
  ["p99 ms", "p99Ms", 2],
  ["CPU ms", "hostCpuMs", 2],
  ["database", "databaseCpuMs", 2],
  ["failed", "failed", 0],
] as const;

interface Line {
  readonly name: string;
  readonly connections: number;
  readonly figures: Readonly<Record<string, number | null>>;
  readonly extras: Readonly<Record<string, number | null>>;
}

/** One contestant's result: the medians of its rounds. */
function linesOf(samples: readonly Sample[]): readonly Line[] {
  const isSame = (a: Sample, b: Sample) => a.name === b.name && a.connections === b.connections;
  const firsts = samples.filter((sample, at) => samples.findIndex((other) => isSame(other, sample)) === at);
  return firsts.map((first) => {
    const runs = samples.filter((sample) => isSame(sample, first));
    const figures = Object.fromEntries(COLUMNS.map(([, figure]) => [figure, median(runs.map((run) => run[figure]))]));
    const extras = Object.keys(first.extras).map((key) => [key, median(runs.map((run) => run.extras[key]))]);
    return { name: first.name, connections: first.connections, figures, extras: Object.fromEntries(extras) };
  });
}

/** Compares two contestants within the same round, since a machine's speed drifts over time. */
function ratioOf(samples: readonly Sample[], { name, against, figure = "perSecond" }: Compared, connections: number) {
  const at = (wanted: string) => samples.filter((one) => one.name === wanted && one.connections === connections);
  const ratios = at(name).map((sample) => {
    const other = at(against).find(({ round }) => round === sample.round)?.[figure];
    const value = sample[figure];
    return value !== null && other ? value / other : null;
  });
  const what = { perSecond: "", p95Ms: "95th percentile of ", p99Ms: "99th percentile of " }[figure];
  return { title: `${what}${name} / ${against}, at ${connections}`, value: median(ratios) };
}

function shown(value: number | null | undefined, digits: number): string {
  return value?.toFixed(digits) ?? "–";
}

function tableOf(lines: readonly Line[]): readonly string[] {
  const width = Math.max(...lines.map(({ name }) => name.length), 0);
  const row = (name: string, connections: string, cells: readonly string[]) =>
    [name.padEnd(width), connections.padStart(11), ...cells.map((cell) => cell.padStart(8))].join("  ");
  const titles = COLUMNS.map(([title]) => title);
  const cells = ({ figures }: Line) => COLUMNS.map(([, figure, digits]) => shown(figures[figure], digits));
  return [row("", "connections", titles), ...lines.map((line) => row(line.name, `${line.connections}`, cells(line)))];
}

function extrasOf(lines: readonly Line[]): readonly string[] {
  return lines.flatMap(({ name, extras }) => {
    const figures = Object.entries(extras).map(([what, value]) => `${what} ${shown(value, 0)}`);
    return figures.length > 0 ? [`${name}: ${figures.join(", ")}`] : [];
  });
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
}

try {
  const [folder = "", ...args] = process.argv.slice(2);
  const text = { type: "string" } as const;
  const options = { only: text, rounds: text, seconds: text, connections: text, nodes: text, minutes: text };
  const { values } = parseArgs({ args, options: { ...options, json: { type: "boolean" } } });
  process.exitCode = (await bench(folder, Options.parse(values))) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
process.exit();
