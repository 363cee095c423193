import { DAY_MS, dayOf } from "@/server/platform/clock";
import type { TenantId } from "@/server/platform/noun-ids";
import { findUnsettledLine } from "../authorizations";
import { SETTLES_AFTER_MS } from "./settle-due";

/** When a tenant's sandbox next has a day to settle, after `after` and up to `until`. */
export async function findNextSettlement(input: {
  readonly sandboxOf: TenantId;
  readonly after: Date;
  readonly until: Date;
}): Promise<Date | null> {
  const { sandboxOf, after, until } = input;
  const from = dayOf(new Date(after.getTime() - SETTLES_AFTER_MS));
  const before = dayOf(new Date(until.getTime() - SETTLES_AFTER_MS));
  const line = await findUnsettledLine({ sandboxOf, from, before });
  return line && new Date(dayOf(line).getTime() + DAY_MS + SETTLES_AFTER_MS);
}
