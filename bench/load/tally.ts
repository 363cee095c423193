import { createHistogram } from "node:perf_hooks";
import type { Measurement } from "../measurement";

/**
 * How one operation ended. `refused`: rejected with 429 or 503, counted neither as done nor as failed. `exhausted`: no holds or
 * codes are left to work on, so the run ends early.
 */
export type Outcome = "done" | "failed" | "refused" | "exhausted";

const NANOSECONDS = 1e6;

export class Tally {
  readonly #latencies = createHistogram();
  readonly #startedAt = performance.now();
  readonly #cpu = process.cpuUsage();
  #done = 0;
  #failed = 0;
  #refused = 0;

  count(outcome: Outcome, since: number): void {
    if (outcome === "exhausted") return;
    if (outcome === "refused") {
      this.#refused += 1;
      return;
    }
    if (outcome === "failed") {
      this.#failed += 1;
      return;
    }
    this.#done += 1;
    this.#latencies.record(Math.max(1, Math.round((performance.now() - since) * NANOSECONDS)));
  }

  /** Rates include only operations that succeeded. */
  end(): Measurement {
    const seconds = (performance.now() - this.#startedAt) / 1_000;
    const { user, system } = process.cpuUsage(this.#cpu);
    const requests = Math.max(1, this.#done + this.#failed + this.#refused);
    const at = (percentile: number) => (this.#done > 0 ? this.#latencies.percentile(percentile) / NANOSECONDS : null);
    return {
      done: this.#done,
      failed: this.#failed,
      seconds,
      perSecond: this.#done / seconds,
      p50Ms: at(50),
      p95Ms: at(95),
      p99Ms: at(99),
      loadCpuMs: (user + system) / 1_000 / requests,
      extras: this.#refused > 0 ? { refusedPerSecond: this.#refused / seconds } : {},
    };
  }
}
