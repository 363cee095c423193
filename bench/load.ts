import { Agent, request } from "node:http";
import { createHistogram } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

export interface Call {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

interface Reply {
  readonly status: number;
  readonly body: string;
}

export type Send = (call: Call) => Promise<Reply>;

/**
 * How one operation ended. `refused`: rejected with 429 or 503, counted neither as done nor as failed. `exhausted`: no holds or
 * codes are left to work on, so the run ends early.
 */
export type Outcome = "done" | "failed" | "refused" | "exhausted";

export interface Measurement {
  readonly done: number;
  readonly failed: number;
  readonly seconds: number;
  readonly perSecond: number;
  /** Null if nothing was done. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
  /** Figures that only some scenarios report. */
  readonly extras: Readonly<Record<string, number>>;
}

export interface Scenario {
  /** Creates what the operations consume, before the clock starts. */
  prepare?(send: Send, seconds: number): Promise<unknown>;
  operate(send: Send): Promise<Outcome>;
  /** Extra figures, taken after the last operation. */
  finish?(send: Send, measured: Measurement): Promise<Measurement["extras"]>;
}

export interface Load {
  /** Connections are spread over these ports. */
  readonly ports: readonly number[];
  readonly connections: number;
  readonly seconds: number;
  /** Arrivals per second, independent of the answers (open loop). Null: each connection sends after its answer. */
  readonly perSecond: number | null;
}

/** An open loop uses one connection per request in flight, and must not run out of them. */
const OPEN_CONNECTIONS = 640;
const PREPARING = 16;
const NANOSECONDS = 1e6;

/** Prepares, measures, and finishes one scenario. Calls `onPrepared` before it measures. */
export async function runScenario(scenario: Scenario, load: Load, onPrepared = () => {}): Promise<Measurement> {
  const { ports, connections, seconds, perSecond } = load;
  const agent = new Agent({ keepAlive: true, maxSockets: OPEN_CONNECTIONS });
  let turn = 0;
  const send: Send = (call) => sendOnce(agent, ports[turn++ % ports.length] ?? 0, call);
  await scenario.prepare?.(send, seconds);
  onPrepared();
  const tally = new Tally();
  const operate = async (since: number) => {
    const outcome = await scenario.operate(send).catch(() => "failed" as const);
    tally.count(outcome, since);
    return outcome;
  };
  if (perSecond === null) await closedLoop(operate, connections, seconds);
  else await openLoop(operate, perSecond, seconds);
  const measured = tally.end();
  const extras = { ...measured.extras, ...(await scenario.finish?.(send, measured)) };
  agent.destroy();
  return { ...measured, extras };
}

/** Runs `once` so many times, several at a time. */
export async function repeat(times: number, once: () => Promise<unknown>): Promise<void> {
  let left = times;
  const work = async () => {
    while (left-- > 0) await once();
  };
  await Promise.all(Array.from({ length: PREPARING }, work));
}

type Operate = (since: number) => Promise<Outcome>;

async function closedLoop(operate: Operate, connections: number, seconds: number): Promise<void> {
  const deadline = performance.now() + seconds * 1_000;
  let isExhausted = false;
  const work = async () => {
    while (!isExhausted && performance.now() < deadline)
      isExhausted ||= (await operate(performance.now())) === "exhausted";
  };
  await Promise.all(Array.from({ length: connections }, work));
}

/** Like independent callers: whether or not the answers keep up. A wait for a free connection counts. */
async function openLoop(operate: Operate, perSecond: number, seconds: number): Promise<void> {
  const startedAt = performance.now();
  const sent: Promise<unknown>[] = [];
  while (sent.length < Math.floor(perSecond * seconds)) {
    const due = Math.min(perSecond * seconds, ((performance.now() - startedAt) * perSecond) / 1_000);
    // Latency starts now: the generator's tick isn't the server's delay.
    while (sent.length < due) sent.push(operate(performance.now()));
    await sleep(1);
  }
  await Promise.all(sent);
}

function sendOnce(agent: Agent, port: number, { method = "POST", path, headers, body }: Call): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const length =
      text === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
    const sent = request(
      { agent, host: "127.0.0.1", port, method, path, headers: { host: "localhost", ...headers, ...length } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("error", reject);
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString("utf8") }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(text);
  });
}

class Tally {
  readonly #latencies = createHistogram();
  readonly #startedAt = performance.now();
  readonly #counts = { done: 0, failed: 0, refused: 0, exhausted: 0 };

  count(outcome: Outcome, since: number): void {
    this.#counts[outcome] += 1;
    if (outcome === "done") this.#latencies.record(Math.max(1, Math.round((performance.now() - since) * NANOSECONDS)));
  }

  end(): Measurement {
    const seconds = (performance.now() - this.#startedAt) / 1_000;
    const { done, failed, refused } = this.#counts;
    const at = (percentile: number) => (done > 0 ? this.#latencies.percentile(percentile) / NANOSECONDS : null);
    const extras = refused > 0 ? { refusedPerSecond: refused / seconds } : {};
    return { done, failed, seconds, perSecond: done / seconds, p50Ms: at(50), p95Ms: at(95), p99Ms: at(99), extras };
  }
}
