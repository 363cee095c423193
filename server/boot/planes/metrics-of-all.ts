import cluster, { type Worker } from "node:cluster";
import { randomUUID } from "node:crypto";
import { AggregatorRegistry, Counter, Gauge, Registry } from "prom-client";
import { z } from "zod";
import { bindMetricsOfAll, watchNode } from "@/server/api/metrics/metrics";
import { metrics } from "@/server/platform/metrics";
import type { Plane } from "@/server/platform/planes";
import { UnavailableError } from "@/server/platform/unavailable";

const Asked = z.object({ metricsOfAll: z.uuid() });
const Answered = Asked.extend({ text: z.string().nullable() });

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

export function planeIsWanted(plane: Plane): void {
  wanted.inc({ plane });
  up.inc({ plane }, 0);
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
export function gatherMetrics(): void {
  const all = new AggregatorRegistry();
  // A worker that died meanwhile must not take down the others.
  cluster.on("fork", (worker) => worker.on("error", () => undefined));
  cluster.on("message", async (worker: Worker, message: unknown) => {
    const asked = Asked.safeParse(message);
    if (!asked.success) return;
    const counted = await all.clusterMetrics().catch(() => null);
    const text = counted && `${counted.trimEnd()}\n\n${await writePlanes()}`;
    if (worker.isConnected()) worker.send({ ...asked.data, text });
  });
}

/** In a worker: answers for all workers, and reports its own metrics to the others. */
export function shareMetrics(): void {
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries([metrics().registry]);
  watchNode();
  bindMetricsOfAll(askForAll);
}

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
  // Its own counters alone would look like a reset of all.
  if (all === null) throw new UnavailableError("a process does not say what it counted");
  return all;
}
