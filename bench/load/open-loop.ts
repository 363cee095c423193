import { setTimeout as sleep } from "node:timers/promises";
import type { Measurement } from "../measurement";
import type { Loop } from "./closed-loop";
import { Tally } from "./tally";

const TICK_MS = 1;

/**
 * Sends a fixed number of requests per second, whether or not the answers keep up, like independent callers. Latency runs from
 * the tick in which a request was due, so it includes the wait for a free worker.
 */
export async function openLoop<Worker>(loop: Loop<Worker> & { readonly perSecond: number }): Promise<Measurement> {
  const { workers, seconds, perSecond, operate } = loop;
  const tally = new Tally();
  const startedAt = performance.now();
  const all = Math.floor(perSecond * seconds);
  const free = [...workers];
  const waiting: number[] = [];
  let ended = 0;
  const work = async (worker: Worker, due: number) => {
    tally.count(await operate(worker), due);
    ended += 1;
    const next = waiting.shift();
    if (next === undefined) free.push(worker);
    else void work(worker, next);
  };
  let sent = 0;
  while (ended < all) {
    const now = performance.now();
    for (; sent < all && startedAt + (sent * 1_000) / perSecond <= now; sent += 1) {
      const worker = free.pop();
      // Latency starts now: the generator's tick isn't the server's delay.
      if (worker) void work(worker, now);
      else waiting.push(now);
    }
    await sleep(TICK_MS);
  }
  return tally.end();
}
