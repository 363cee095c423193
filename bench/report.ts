import { cpus } from "node:os";
import { BESIDE_CROWDS } from "./contestants";
import { type Compared, type Line, linesOf, type Ratio, ratioOf } from "./figures";
import { HALF, HALF_BY_HAND, type Sample } from "./rounds";

/** Compared pairs. A ratio is omitted if one of the two wasn't run. */
const RATIOS: readonly Compared[] = [
  { name: "authorize", against: "by hand" },
  { name: "authorize", against: "bare tables" },
  { name: "authorize", against: "plain stack" },
  { name: "authorize", against: "empty: our listener" },
  { name: "empty: our listener", against: "empty: plain Next" },
  { name: HALF, against: HALF_BY_HAND, figure: "p99Ms" },
  { name: "authorize on a large database", against: "authorize" },
  { name: "get on a large database", against: "get" },
  { name: "replay", against: "authorize" },
  { name: "get", against: "authorize" },
  { name: "hot card", against: "authorize" },
  { name: "capture", against: "authorize" },
  { name: "authorize+capture", against: "authorize" },
  { name: "mixed", against: "authorize" },
  { name: "sale", against: "authorize" },
  { name: "hot merchant", against: "sale" },
  { name: "agreement charge", against: "sale" },
  { name: "webhooks", against: "authorize" },
  ...BESIDE_CROWDS.map(([name, against]) => ({ name, against, figure: "p95Ms" as const })),
];

interface AppFigures {
  readonly startMs: number;
  readonly startMegabytes: number | null;
  readonly endMegabytes: number | null;
}

export interface Report {
  readonly ratios: readonly Ratio[];
  readonly lines: readonly Line[];
  readonly app: AppFigures;
  readonly rounds: number;
  readonly seconds: number;
  readonly machine: {
    readonly processor: string;
    readonly cores: number;
    readonly node: string;
    readonly postgres: string;
  };
}

interface Ran {
  readonly samples: readonly Sample[];
  readonly app: AppFigures;
  readonly seconds: number;
  readonly postgres: string;
}

export function reportOf({ samples, app, seconds, postgres }: Ran): Report {
  const connections = [...new Set(samples.map((sample) => sample.connections))].sort((a, b) => b - a);
  const ratios = connections.flatMap((count) => RATIOS.map((compared) => ratioOf(samples, compared, count)));
  return {
    ratios: ratios.filter(({ value }) => value !== null),
    lines: linesOf(samples),
    app,
    rounds: new Set(samples.map(({ round }) => round)).size,
    seconds,
    machine: { processor: cpus()[0]?.model ?? "unknown", cores: cpus().length, node: process.version, postgres },
  };
}

function shown(value: number | null, digits: number): string {
  return value === null ? "–" : value.toFixed(digits);
}

const COLUMNS: readonly (readonly [title: string, of: (line: Line) => string])[] = [
  ["connections", ({ connections }) => String(connections)],
  ["a second", ({ perSecond }) => shown(perSecond, 0)],
  ["p50 ms", ({ p50Ms }) => shown(p50Ms, 2)],
  ["p95 ms", ({ p95Ms }) => shown(p95Ms, 2)],
  ["p99 ms", ({ p99Ms }) => shown(p99Ms, 2)],
  ["CPU ms", ({ hostCpuMs }) => shown(hostCpuMs, 2)],
  ["database", ({ databaseCpuMs }) => shown(databaseCpuMs, 2)],
  ["load", ({ loadCpuMs }) => shown(loadCpuMs, 3)],
  ["failed", ({ failed }) => String(failed)],
];

function tableOf(lines: readonly Line[]): readonly string[] {
  const width = Math.max(...lines.map(({ name }) => name.length), 0);
  const row = (name: string, cells: readonly string[]) =>
    [name.padEnd(width), ...cells.map((cell, index) => cell.padStart(COLUMNS[index]?.[0].length ?? 0))].join("  ");
  const head = row(
    "",
    COLUMNS.map(([title]) => title),
  );
  return [
    head,
    ...lines.map((line) =>
      row(
        line.name,
        COLUMNS.map(([, of]) => of(line)),
      ),
    ),
  ];
}

function extrasOf(lines: readonly Line[]): readonly string[] {
  return lines
    .filter(({ extras }) => Object.keys(extras).length > 0)
    .map(({ name, extras }) => {
      const figures = Object.entries(extras).map(([what, value]) => `${what} ${shown(value, 0)}`);
      return `${name}: ${figures.join(", ")}`;
    });
}

/** Ratios come first: they hold across machines, absolute figures don't. */
export function textOf({ ratios, lines, app, rounds, seconds, machine }: Report): string {
  const calm = lines
    .filter(({ name }) => name === HALF)
    .map(({ p99Ms, perSecond, connections }) => {
      return `p99 ${shown(p99Ms, 2)} ms at ${shown(perSecond, 0)} a second: ${HALF}, at ${connections}`;
    });
  const { processor, cores, node, postgres } = machine;
  return [
    `Ratios, of rates unless it says otherwise: each of one round, medians of ${rounds} ${rounds === 1 ? "round" : "rounds"} of ${seconds} s`,
    ...ratios.map(({ title, value }) => `${shown(value, 2).padStart(8)}  ${title}`),
    "",
    ...tableOf(lines),
    "",
    ...calm,
    ...extrasOf(lines),
    `app: ${(app.startMs / 1_000).toFixed(1)} s to its first answer, ${shown(app.startMegabytes, 0)} MB then, ${shown(app.endMegabytes, 0)} MB at the end`,
    `${cores} × ${processor}, Node ${node}, PostgreSQL ${postgres}`,
  ].join("\n");
}
