import { z } from "zod";
import { isCrockford, normalizeCrockford } from "../../crockford";
import { DEMO_AMOUNTS } from "../../demo";

const CODE_LENGTH = 8;
const MAX_TYPED = 20;

/** The till of the demo asks for one of two amounts: what strangers may move is bounded. */
export const ChargeDemoInput = z.object({
  code: z
    .string()
    .max(MAX_TYPED)
    .transform(normalizeCrockford)
    .refine((code) => isCrockford(code, CODE_LENGTH), `A code has ${CODE_LENGTH} letters and digits.`),
  amount: z.literal(DEMO_AMOUNTS),
});
