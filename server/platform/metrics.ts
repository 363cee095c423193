import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { processSingleton } from "./singleton";

/** Latency buckets in seconds, from a fast response to longer than any till waits. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const ITEMS = [1, 2, 4, 8, 16, 32, 64];
/** A delivery may wait for hours. */
const LAG_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 900, 3_600, 14_400];

interface WatchedPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max: number };
}

/**
 * In-memory metrics of this process, for `/metrics`. Labels have few values, such as operation and code, never a tenant or
 * caller's text. Values are summed over a machine's processes, so gauges must be additive.
 */
function open() {
  const registry = new Registry();
  const pools = new Map<string, WatchedPool>();
  const common = { registers: [registry] };
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ ...common, name: `closed_loop_${name}`, help, labelNames });
  const seconds = <L extends string>(name: string, help: string, labelNames: readonly L[], buckets = SECONDS) =>
    new Histogram({ ...common, name: `closed_loop_${name}`, help, labelNames, buckets });
  new Gauge({
    ...common,
    name: "closed_loop_pool_connections",
    help: "Database connections of this pool by state.",
    labelNames: ["pool", "state"],
    collect() {
      for (const [pool, { totalCount, idleCount }] of pools) {
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "busy" }, totalCount - idleCount);
      }
    },
  });
  new Gauge({
    ...common,
    name: "closed_loop_pool_size",
    help: "Database connections that this pool may hold.",
    labelNames: ["pool"],
    collect() {
      for (const [pool, { options }] of pools) this.set({ pool }, options.max);
    },
  });
  new Gauge({
    ...common,
    name: "closed_loop_pool_waiting",
    help: "Who waits for a database connection of this pool.",
    labelNames: ["pool"],
    collect() {
      for (const [pool, { waitingCount }] of pools) this.set({ pool }, waitingCount);
    },
  });
  return {
    registry,
    pools,
    redisAway: new Gauge({
      ...common,
      name: "closed_loop_redis_away",
      help: "Processes that have a Redis and get no answer from it, and so count limits by themselves.",
      async collect() {
        const { answers } = redisWatch();
        if (answers) this.set((await answers()) ? 0 : 1);
      },
    }),
    inngestFaults: new Gauge({
      ...common,
      name: "closed_loop_inngest_faults",
      help: "Processes that find this wrong with Inngest, which runs the functions: it is away, rejects a key, knows other functions, calls another address, or calls none.",
      labelNames: ["fault"],
    }),
    requests: counter("requests_total", "Answered API requests.", ["operation", "status", "error"]),
    requestSeconds: seconds("request_duration_seconds", "From a request's arrival to its answer.", ["operation"]),
    refused: counter("requests_refused_total", "API requests that were refused unread, being too many.", []),
    calls: counter("portal_calls_total", "Answered calls of the portal.", ["procedure", "error"]),
    callSeconds: seconds("portal_call_duration_seconds", "How long a call of the portal took.", ["procedure"]),
    pageReads: counter("page_reads_total", "Reads for pages where there is a replica, by which database answered.", [
      "from",
    ]),
    decisions: counter("decisions_total", "Decided requests for money; code 00 is an approval.", [
      "instrument",
      "environment",
      "code",
    ]),
    batchItems: seconds("batch_items", "How many were done together.", ["queue"], ITEMS),
    batchWaitSeconds: seconds("batch_wait_seconds", "How long the first of a batch waited for it to leave.", ["queue"]),
    attempts: counter("webhook_attempts_total", "Webhook attempts, by the state they left the delivery in.", [
      "environment",
      "state",
    ]),
    attemptSeconds: seconds("webhook_attempt_duration_seconds", "How long receivers took.", ["environment"]),
    attemptLagSeconds: seconds(
      "webhook_lag_seconds",
      "From when an attempt was due until it was made.",
      ["environment"],
      LAG_SECONDS,
    ),
    emails: counter("emails_total", "Attempts to send an email, by what became of it.", ["state"]),
    pushes: counter("pushes_total", "Attempts to send a push to a device, by what became of it.", ["state"]),
  };
}

const redisWatch = () =>
  processSingleton<{ answers: (() => Promise<boolean>) | null }>("redis-watch", () => ({ answers: null }));

export function watchRedis(answers: () => Promise<boolean>): void {
  redisWatch().answers = answers;
}

export function metrics(): ReturnType<typeof open> {
  return processSingleton("metrics", open);
}

export function watchPool(name: string, pool: WatchedPool): void {
  metrics().pools.set(name, pool);
}
