import { z } from "zod";
import { isCrockford, normalizeCrockford } from "../../crockford";
import { DEMO_AMOUNTS } from "../../demo";

const CODE_LENGTH = 8;
const MAX_TYPED = 64;

/** A code of the demo, as it was read or typed. */
export const DemoCodeInput = z
  .string()
  .max(MAX_TYPED)
  .transform(normalizeCrockford)
  .refine((code) => isCrockford(code, CODE_LENGTH), `A code has ${CODE_LENGTH} letters and digits.`);

/** The till of the demo asks for one of two amounts: what strangers may move is bounded. */
export const ChargeDemoInput = z.object({ code: DemoCodeInput, amount: z.literal(DEMO_AMOUNTS) });
