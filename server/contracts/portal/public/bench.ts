import { z } from "zod";
import { isCrockford, normalizeCrockford } from "../../crockford";
import { BENCH_AMOUNTS, BENCH_CAPS, BENCH_MOVES, BENCH_PARTS } from "../../demo";

/** Sealed run id, known only to its visitor. */
const Run = z.string().min(1).max(120);
/** A random UUID per click, so that a repeat does nothing. */
const Key = z.uuid();

const CODE_LENGTH = 8;
const MAX_TYPED = 64;

const Code = z
  .string()
  .max(MAX_TYPED)
  .transform(normalizeCrockford)
  .refine((code) => isCrockford(code, CODE_LENGTH), `A code has ${CODE_LENGTH} letters and digits.`);

export const CreateBenchCodeInput = z.object({ cap: z.literal(BENCH_CAPS) });

export const ChargeBenchInput = z.object({
  run: Run,
  key: Key,
  code: Code,
  /** Only fixed amounts, to limit what strangers can move. */
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
