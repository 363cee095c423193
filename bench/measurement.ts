import { z } from "zod";

export const RunRequest = z.strictObject({
  scenario: z.string(),
  /** Port of the host under test. Baselines without HTTP ignore it. */
  port: z.int(),
  connections: z.int().positive(),
  seconds: z.number().positive(),
  /** Null: closed loop. */
  perSecond: z.number().positive().nullable(),
});
export type RunRequest = z.infer<typeof RunRequest>;

export const Measurement = z.strictObject({
  done: z.int(),
  failed: z.int(),
  seconds: z.number(),
  perSecond: z.number(),
  /** Null if nothing was done. */
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
  /** CPU milliseconds of the load generator per request. */
  loadCpuMs: z.number(),
  /** Figures that only this scenario reports. */
  extras: z.record(z.string(), z.number()),
});
export type Measurement = z.infer<typeof Measurement>;
