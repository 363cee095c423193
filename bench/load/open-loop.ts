import { setTimeout as sleep } from "node:timers/promises";
import type { Measurement } from "../measurement";
import type { Loop } from "./closed-loop";
import { Tally } from "./tally";

const TICK_MS = 1;

/**
 * So many a second, whether or not the answers keep up, as callers who know nothing of each other send them. Times run
 * from when a request was due, so that one which waits for a worker counts its wait.
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
      // The generator's own tick is not the server's delay.
      if (worker) void work(worker, now);
      else waiting.push(now);
    }
    await sleep(TICK_MS);
  }
  return tally.end();
}
