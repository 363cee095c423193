import type fc from "fast-check";

/** What `npm run test:fuzz` asks for; by default what every run of the tests can afford, and the same each time. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS || 20_000);
const SEED = Number(process.env.FUZZ_SEED || 20_261_122);

/** Of all requests, what each way in gets. Sockets cost most and have the fewest shapes. */
const SHARES = { rest: 0.5, trpc: 0.45, socket: 0.05 } as const;

/** For one of `count` properties of that kind. A failure names the seed: FUZZ_SEED repeats the run. */
export function fuzzRuns(kind: keyof typeof SHARES, count: number): fc.Parameters<unknown> {
  return { seed: SEED, numRuns: Math.ceil((REQUESTS * SHARES[kind]) / count), endOnFailure: true };
}
