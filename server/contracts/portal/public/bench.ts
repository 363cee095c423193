import { z } from "zod";
import { BENCH_AMOUNTS, BENCH_CAPS, BENCH_MOVES, BENCH_PARTS } from "../../demo";
import { DemoCodeInput } from "./demo";

/** Sealed run id, known only to its visitor. */
const Run = z.string().min(1).max(120);
/** A random UUID per click, so that a repeat does nothing. */
const Key = z.uuid();

export const CreateBenchCodeInput = z.object({ cap: z.literal(BENCH_CAPS) });

export const ChargeBenchInput = z.object({
  run: Run,
  key: Key,
  code: DemoCodeInput,
  amount: z.literal(BENCH_AMOUNTS),
  isHold: z.boolean(),
});

/** Without an amount, everything that is left. Increments need one. */
export const MoveBenchInput = z
  .object({ run: Run, key: Key, move: z.enum(BENCH_MOVES), amount: z.literal(BENCH_PARTS).nullable() })
  .refine(({ move, amount }) => move !== "increment" || amount !== null, {
    path: ["amount"],
    message: "is required for an increment",
  });

export const AllowBenchInput = z.object({ run: Run, key: Key });
