import cluster, { type Worker } from "node:cluster";
import { randomUUID } from "node:crypto";
import { AggregatorRegistry, Counter, Gauge, Registry } from "prom-client";
import { z } from "zod";
import { bindMetricsOfAll, watchNode } from "@/server/api/metrics/metrics";
import { metrics } from "@/server/platform/metrics";
import type { Plane } from "@/server/platform/planes";
import { UnavailableError } from "@/server/platform/unavailable";

/** A plane asks the starter for the metrics of all, and the starter asks each plane for its own. */
const Asked = z.object({ metricsOfAll: z.uuid() });
const Answered = Asked.extend({ text: z.string() });
const AskedForOwn = z.object({ ownMetrics: z.uuid() });
const Counted = z.array(z.looseObject({ name: z.string() }));
const AnsweredOwn = AskedForOwn.extend({ counted: Counted });

const WITHIN_MS = 2_000;
const OWN_WITHIN_MS = 1_000;

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
const silent = new Gauge({
  registers: [registry],
  name: "closed_loop_plane_processes_silent",
  help: "Processes that run and say nothing, by plane: their figures are what they last said.",
  labelNames: ["plane"],
});
const ended = new Counter({
  registers: [registry],
  name: "closed_loop_plane_ends_total",
  help: "Processes that ended by themselves and were started again, by plane.",
  labelNames: ["plane"],
});

export function planeIsWanted(plane: Plane): void {
  wanted.inc({ plane });
  up.inc({ plane }, 0);
  silent.inc({ plane }, 0);
  ended.inc({ plane }, 0);
}

export function planeIsUp(plane: Plane): void {
  up.inc({ plane });
}

export function planeIsDown(plane: Plane, { isExpected }: { readonly isExpected: boolean }): void {
  up.dec({ plane });
  if (!isExpected) ended.inc({ plane });
}

export function writePlanes(): Promise<string> {
  return registry.metrics();
}

/** In the starting process: collects the workers' metrics for the one that is asked. */
export function gatherMetrics(planeOf: (worker: Worker) => Plane | null): void {
  const lastSaid = new Map<Worker, z.infer<typeof Counted>>();
  // A worker that died meanwhile must not take down the others.
  cluster.on("fork", (worker) => worker.on("error", () => undefined));
  cluster.on("exit", (worker) => lastSaid.delete(worker));
  cluster.on("message", async (asking: Worker, message: unknown) => {
    const asked = Asked.safeParse(message);
    if (!asked.success) return;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
    silent.reset();
    await Promise.all(
      workers.map(async (worker) => {
        if (!worker) return;
        const counted = await readMetricsOf(worker);
        const plane = planeOf(worker);
        if (counted) lastSaid.set(worker, counted);
        if (plane) silent.inc({ plane }, counted ? 0 : 1);
      }),
    );
    // What a silent process said before stays in the sum: without it, counters would seem to begin anew.
    const all = await AggregatorRegistry.aggregate([...lastSaid.values()]).metrics();
    const text = `${all.trimEnd()}\n\n${await writePlanes()}`;
    if (asking.isConnected()) asking.send({ ...asked.data, text });
  });
}

/** Null if the worker doesn't answer in time. */
function readMetricsOf(worker: Worker): Promise<z.infer<typeof Counted> | null> {
  const ownMetrics = randomUUID();
  return new Promise((resolve) => {
    const end = (counted: z.infer<typeof Counted> | null) => {
      clearTimeout(timer);
      worker.off("message", hear);
      resolve(counted);
    };
    const hear = (message: unknown) => {
      const { data } = AnsweredOwn.safeParse(message);
      if (data?.ownMetrics === ownMetrics) end(data.counted);
    };
    const timer = setTimeout(() => end(null), OWN_WITHIN_MS);
    worker.on("message", hear);
    worker.send({ ownMetrics }, (error) => error && end(null));
  });
}

/** In a worker: answers for all workers, and reports its own metrics to the others. */
export function shareMetrics(): void {
  process.on("message", async (message: unknown) => {
    const asked = AskedForOwn.safeParse(message);
    if (!asked.success) return;
    const counted = await metrics().registry.getMetricsAsJSON();
    if (process.connected) process.send?.({ ...asked.data, counted });
  });
  watchNode();
  bindMetricsOfAll(readMetricsOfAll);
}

async function readMetricsOfAll(): Promise<string> {
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
  // Its own counters alone would look like a reset of all.
  if (all === null) throw new UnavailableError("the starting process does not say what the others counted");
  return all;
}
