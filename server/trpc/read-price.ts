import type { z } from "zod";
import type { SetPriceInput } from "@/server/contracts/portal/shared/prices";
import type { PriceInput } from "@/server/domain/settlement";
import { readOptionalAmount } from "@/server/platform/money";

export function readPrice({ id, currency, rate, fixed, effectiveOn }: z.output<typeof SetPriceInput>) {
  const price: PriceInput = {
    currency,
    rateBps: Math.round(rate * 100),
    fixed: readOptionalAmount(fixed),
    effectiveOn: new Date(`${effectiveOn}T00:00:00.000Z`),
  };
  return { merchantId: id, ...price };
}
