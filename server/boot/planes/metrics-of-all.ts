import cluster, { type Worker } from "node:cluster";
import { randomUUID } from "node:crypto";
import { AggregatorRegistry, Counter, Gauge, Registry } from "prom-client";
import { z } from "zod";
import { bindMetricsOfAll, watchNode } from "@/server/api/metrics/metrics";
import { metrics } from "@/server/platform/metrics";
import type { Plane } from "@/server/platform/planes";
import { UnavailableError } from "@/server/platform/unavailable";

/** Between a worker that is asked for the figures of all and the process that started it. */
const Asked = z.object({ metricsOfAll: z.uuid() });
const Answered = Asked.extend({ text: z.string().nullable() });

/** A worker that hangs is not waited for by who watches. */
const WITHIN_MS = 2_000;

const registry = new Registry();
const up = new Gauge({
  registers: [registry],
  name: "closed_loop_plane_processes",
  help: "Processes that answer, by plane.",
  labelNames: ["plane"],
});
const wanted = new Gauge({
  registers: [registry],
  name: "closed_loop_plane_processes_wanted",
  help: "Processes that are to answer, by plane.",
  labelNames: ["plane"],
});
const ended = new Counter({
  registers: [registry],
  name: "closed_loop_plane_ends_total",
  help: "Processes that ended by themselves and were started again, by plane.",
  labelNames: ["plane"],
});

/** In the process that starts the others: it keeps one more of them running. */
export function planeIsWanted(plane: Plane): void {
  wanted.inc({ plane });
  up.inc({ plane }, 0);
  ended.inc({ plane }, 0);
}

/** In the process that starts the others: one of them answers. */
export function planeIsUp(plane: Plane): void {
  up.inc({ plane });
}

/** In the process that starts the others: one that answered has ended. */
export function planeIsDown(plane: Plane, { isExpected }: { readonly isExpected: boolean }): void {
  up.dec({ plane });
  if (!isExpected) ended.inc({ plane });
}

/** Metrics that only the starting process knows, in Prometheus's format. */
export function writePlanes(): Promise<string> {
  return registry.metrics();
}

/** In the process that starts the others: gathers what each of them counts for the one that is asked. */
export function gatherMetrics(): void {
  const all = new AggregatorRegistry();
  // One that died between the question and the answer ends no other.
  cluster.on("fork", (worker) => worker.on("error", () => undefined));
  cluster.on("message", async (worker: Worker, message: unknown) => {
    const asked = Asked.safeParse(message);
    if (!asked.success) return;
    const counted = await all.clusterMetrics().catch(() => null);
    const text = counted && `${counted.trimEnd()}\n\n${await writePlanes()}`;
    if (worker.isConnected()) worker.send({ ...asked.data, text });
  });
}

/** In a worker: answers for all of them, and tells the others what it counts itself. */
export function shareMetrics(): void {
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries([metrics().registry]);
  watchNode();
  bindMetricsOfAll(askForAll);
}

/** Throws UnavailableError where one of them can't be heard. */
async function askForAll(): Promise<string> {
  const name = randomUUID();
  const all = await new Promise<string | null>((resolve) => {
    const end = (text: string | null) => {
      clearTimeout(timer);
      process.off("message", hear);
      resolve(text);
    };
    const hear = (message: unknown) => {
      const answered = Answered.safeParse(message);
      if (answered.data?.metricsOfAll === name) end(answered.data.text);
    };
    const timer = setTimeout(() => end(null), WITHIN_MS);
    process.on("message", hear);
    process.send?.({ metricsOfAll: name });
  });
  // Counters of this one alone would read as if all had begun anew.
  if (all === null) throw new UnavailableError("a process does not say what it counted");
  return all;
}
