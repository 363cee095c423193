import type fc from "fast-check";
import { byDepth } from "../depth";

/** The date, such as 20261122, so that requests change daily but are reproducible within a day. */
function seedOfToday(): number {
  return Number(new Date().toISOString().slice(0, 10).replaceAll("-", ""));
}

/** As requested by `npm run test:fuzz`; otherwise what every test run can afford. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS || byDepth({ nightly: 20_000, change: 3_000 }));
const SEED = Number(process.env.FUZZ_SEED || seedOfToday());

/** Share of all requests per interface. Sockets cost the most and have the fewest variants. */
const SHARES = { rest: 0.5, trpc: 0.45, socket: 0.05 } as const;

/** For one of `count` properties of this kind. A failure prints the seed; FUZZ_SEED repeats it. */
export function fuzzRuns(kind: keyof typeof SHARES, count: number): fc.Parameters<unknown> {
  return { seed: SEED, numRuns: Math.ceil((REQUESTS * SHARES[kind]) / count), endOnFailure: true };
}
