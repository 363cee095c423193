import { setTimeout as sleep } from "node:timers/promises";
import { now } from "@/server/platform/clock";
import { getLogger } from "@/server/platform/logger";
import { readVitals, type Vitals } from "./read-vitals";

const REMEMBERED_MS = 10_000;
/** A monitor gives up after a few seconds, and should still get its other metrics. */
const WITHIN_MS = 2_000;

interface Memory {
  reading: Promise<Vitals | null> | null;
  last: { readonly vitals: Vitals; readonly at: number } | null;
}

const memory: Memory = { reading: null, last: null };

/** Reads at most every ten seconds and never concurrently. Null if the database doesn't answer in time. */
export async function findVitals(): Promise<Vitals | null> {
  const { last } = memory;
  if (last && performance.now() - last.at < REMEMBERED_MS) return last.vitals;
  memory.reading ??= read().finally(() => {
    memory.reading = null;
  });
  return await Promise.race([memory.reading, sleep(WITHIN_MS, null, { ref: false })]);
}

async function read(): Promise<Vitals | null> {
  try {
    const vitals = await readVitals({ now: now() });
    memory.last = { vitals, at: performance.now() };
    return vitals;
  } catch (error) {
    getLogger().warn({ reason: error instanceof Error ? error.message : String(error) }, "the vitals can’t be read");
    return null;
  }
}
