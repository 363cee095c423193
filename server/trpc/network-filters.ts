import type { z } from "zod";
import type { BatchListInput, RunListInput } from "@/server/contracts/portal/network/network";

export function batchFilterOf({ merchantId, day, currency }: z.infer<typeof BatchListInput>) {
  return { merchantId, currency, day: day === undefined ? undefined : new Date(day) };
}

export function runFilterOf({ state = "all", function: functionId }: z.infer<typeof RunListInput>) {
  return { state, functionId };
}
