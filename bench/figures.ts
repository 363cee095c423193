import type { Sample } from "./rounds";

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [upper, lower] = [sorted[middle], sorted[middle - 1]];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1 || lower === undefined ? upper : (lower + upper) / 2;
}

const FIGURES = ["perSecond", "p50Ms", "p95Ms", "p99Ms", "hostCpuMs", "databaseCpuMs", "loadCpuMs"] as const;
type Figure = (typeof FIGURES)[number];

/** One contestant's result: the medians of its rounds. */
export type Line = { readonly name: string; readonly connections: number; readonly failed: number } & {
  readonly [Name in Figure]: number | null;
} & { readonly extras: Readonly<Record<string, number | null>> };

export function linesOf(samples: readonly Sample[]): readonly Line[] {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const key = `${sample.connections} ${sample.name}`;
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  return [...groups.values()].flatMap((runs) => {
    const [first] = runs;
    if (!first) return [];
    const { name, connections } = first;
    const of = (pick: (run: Sample) => number | null | undefined) =>
      median(runs.map(pick).filter((value) => typeof value === "number"));
    const figure = (one: Figure) => of((run) => run[one]);
    return [
      {
        name,
        connections,
        failed: runs.reduce((sum, run) => sum + run.failed, 0),
        perSecond: figure("perSecond"),
        p50Ms: figure("p50Ms"),
        p95Ms: figure("p95Ms"),
        p99Ms: figure("p99Ms"),
        hostCpuMs: figure("hostCpuMs"),
        databaseCpuMs: figure("databaseCpuMs"),
        loadCpuMs: figure("loadCpuMs"),
        extras: Object.fromEntries(Object.keys(first.extras).map((key) => [key, of((run) => run.extras[key])])),
      },
    ];
  });
}

export interface Ratio {
  readonly title: string;
  /** The median of the ratios of each round. Null if one of the two wasn't run. */
  readonly value: number | null;
}

export interface Compared {
  readonly name: string;
  readonly against: string;
  /** Default: requests per second. */
  readonly figure?: "p95Ms" | "p99Ms";
}

/** Compares two contestants within the same round, since a machine's speed drifts over time. */
export function ratioOf(samples: readonly Sample[], { name, against, figure }: Compared, connections: number): Ratio {
  const at = (wanted: string) =>
    new Map(
      samples
        .filter((sample) => sample.name === wanted && sample.connections === connections)
        .map((sample) => [sample.round, sample[figure ?? "perSecond"]]),
    );
  const others = at(against);
  const ratios = [...at(name)].flatMap(([round, value]) => {
    const other = others.get(round) ?? 0;
    return value !== null && other > 0 ? [value / other] : [];
  });
  const what = figure ? `${figure === "p95Ms" ? "95th" : "99th"} percentile of ` : "";
  return { title: `${what}${name} / ${against}, at ${connections}`, value: median(ratios) };
}
