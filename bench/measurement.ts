import { z } from "zod";

/** What a process is asked to run, once. */
export const RunRequest = z.strictObject({
  scenario: z.string(),
  /** Port of the host that is called; a baseline that calls none leaves it. */
  port: z.int(),
  connections: z.int().positive(),
  seconds: z.number().positive(),
  /** Null: a closed loop, as fast as the answers come. */
  perSecond: z.number().positive().nullable(),
});
export type RunRequest = z.infer<typeof RunRequest>;

/** What came of it. */
export const Measurement = z.strictObject({
  done: z.int(),
  failed: z.int(),
  seconds: z.number(),
  perSecond: z.number(),
  /** Null where nothing was done. */
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
  /** Processor time of the process that ran it, of each request. */
  loadCpuMs: z.number(),
  /** What only this scenario counts. */
  extras: z.record(z.string(), z.number()),
});
export type Measurement = z.infer<typeof Measurement>;
