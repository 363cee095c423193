import type fc from "fast-check";
import { byDepth } from "../depth";

/** The day, such as 20261122: other requests each day, the same ones all day long. */
function seedOfToday(): number {
  return Number(new Date().toISOString().slice(0, 10).replaceAll("-", ""));
}

/** What `npm run test:fuzz` asks for; otherwise what every run of the tests can afford. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS || byDepth({ nightly: 20_000, change: 3_000 }));
const SEED = Number(process.env.FUZZ_SEED || seedOfToday());

/** Of all requests, what each way in gets. Sockets cost most and have the fewest shapes. */
const SHARES = { rest: 0.5, trpc: 0.45, socket: 0.05 } as const;

/** For one of `count` properties of that kind. A failure names the seed: FUZZ_SEED repeats the run. */
export function fuzzRuns(kind: keyof typeof SHARES, count: number): fc.Parameters<unknown> {
  return { seed: SEED, numRuns: Math.ceil((REQUESTS * SHARES[kind]) / count), endOnFailure: true };
}
