import { setTimeout as sleep } from "node:timers/promises";

const EVERY_MS = 10;

/** Polls until `ask` returns something. After `withinMs` it fails, naming what it waited for. */
export async function waitUntil<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  withinMs = 30_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await sleep(EVERY_MS);
  }
}
