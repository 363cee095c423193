import { z } from "zod";
import { BENCH_AMOUNTS, BENCH_CAPS, BENCH_MOVES, BENCH_PARTS } from "../../demo";
import { DemoCodeInput } from "./demo";

/** What the bench gave for the visitor's own run: nothing else names one. */
const Run = z.string().min(1).max(120);
/** A random UUID for one press: sent again, it does nothing again. */
const Key = z.uuid();

export const CreateBenchCodeInput = z.object({ cap: z.literal(BENCH_CAPS) });

export const ChargeBenchInput = z.object({
  run: Run,
  key: Key,
  code: DemoCodeInput,
  amount: z.literal(BENCH_AMOUNTS),
  isHold: z.boolean(),
});

/** Without an amount: all that is left. An increment has one. */
export const MoveBenchInput = z
  .object({ run: Run, key: Key, move: z.enum(BENCH_MOVES), amount: z.literal(BENCH_PARTS).nullable() })
  .refine(({ move, amount }) => move !== "increment" || amount !== null, {
    path: ["amount"],
    message: "is required for an increment",
  });

export const AllowBenchInput = z.object({ run: Run, key: Key });
