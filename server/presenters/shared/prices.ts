import type { MerchantPrice } from "@/server/domain/settlement";
import { presentAmount, presentDate, presentDay } from "./values";

/** `rate` is in percent. */
export function presentPrice({ id, currency, rateBps, fixedMinor, effectiveOn, createdAt, state }: MerchantPrice) {
  return {
    id,
    currency,
    rate: rateBps / 100,
    fixed: presentAmount(fixedMinor, currency),
    effectiveOn: presentDay(effectiveOn),
    createdAt: presentDate(createdAt),
    state,
  };
}
