import type { z } from "zod";
import { dayAfter, startOfDay } from "@/server/contracts/calendar-days";
import type {
  AuthorizationListInput,
  ChargeRequestListInput,
  CodeListInput,
} from "@/server/contracts/portal/tenant/money";
import type { RequestListInput } from "@/server/contracts/portal/tenant/requests";
import type { SubscriptionPageInput } from "@/server/contracts/portal/tenant/webhooks";

interface Days {
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
}

export function daysOf({ from, to }: Days, zone: string) {
  return { from: from ? startOfDay(from, zone) : null, before: to ? startOfDay(dayAfter(to), zone) : null };
}

/** Days are in the tenant's time zone. */
export function authorizationFilterOf(input: z.output<typeof AuthorizationListInput>, zone: string) {
  const { state = null, merchant = null, member = null, search } = input;
  const { currency = null, least, most, reason = null, way = null } = input;
  return {
    ...{ state, merchant, member, currency, reason, way },
    least: least === undefined ? null : Number(least),
    most: most === undefined ? null : Number(most),
    ...daysOf(input, zone),
    search: search ?? null,
  };
}

export function codeFilterOf({ state, search }: z.output<typeof CodeListInput>) {
  return { state: state ?? null, search: search ?? null };
}

export function chargeFilterOf({ state, merchant, search }: z.output<typeof ChargeRequestListInput>) {
  return { state: state ?? null, merchant: merchant ?? null, search: search ?? null };
}

const CLASSES = { "2": 2, "4": 4, "5": 5 } as const;

export function requestFilterOf(input: z.output<typeof RequestListInput>) {
  const { class: statusClass, operation, key, error, keyless, idempotencyKey, requestId } = input;
  const [method = null, route = null] = operation?.split(" ") ?? [];
  return {
    statusClass: statusClass ? CLASSES[statusClass] : null,
    ...{ method, route },
    keyId: key ?? null,
    errorCode: error ?? null,
    isKeyless: keyless === "yes",
    idempotencyKey: idempotencyKey ?? null,
    requestId: requestId ?? null,
  };
}

export function subscriptionFilterOf({ status, search }: z.output<typeof SubscriptionPageInput>) {
  return { status: status ?? null, search: search ?? null };
}
