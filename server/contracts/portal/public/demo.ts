import { z } from "zod";
import { isCrockford, normalizeCrockford } from "../../crockford";
import { DEMO_AMOUNTS } from "../../demo";

const CODE_LENGTH = 8;
const MAX_TYPED = 64;

export const DemoCodeInput = z
  .string()
  .max(MAX_TYPED)
  .transform(normalizeCrockford)
  .refine((code) => isCrockford(code, CODE_LENGTH), `A code has ${CODE_LENGTH} letters and digits.`);

/** Only fixed amounts, to limit what strangers can move. */
export const ChargeDemoInput = z.object({ code: DemoCodeInput, amount: z.literal(DEMO_AMOUNTS) });
