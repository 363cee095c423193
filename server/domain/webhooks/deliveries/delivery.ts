import type { NewRow } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { Environment } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { getEnv } from "@/server/platform/env";
import { isRecordId } from "@/server/platform/ids";
import type { SubscriptionRow } from "../subscriptions/subscription";

export type DeliveryRow = NewRow<"webhook_deliveries">;

/** Before its first attempt, `url` is the subscription's. */
export interface ShownDelivery extends DeliveryRow {
  readonly url: string;
}

type DeliveryStatus = "Webhook Pending" | "Webhook Delivered" | "Webhook Failed" | "Webhook Retry Exhausted";

const WORDS: Readonly<Record<DeliveryRow["status"], DeliveryStatus>> = {
  pending: "Webhook Pending",
  delivered: "Webhook Delivered",
  failed: "Webhook Failed",
  exhausted: "Webhook Retry Exhausted",
};

export function deliveryStatusText({ status }: Pick<DeliveryRow, "status">): DeliveryStatus {
  return WORDS[status];
}

/** Throws `delivery_not_found`. */
export async function findDelivery(
  { db, isLocking }: { readonly db: Queryable; readonly isLocking: boolean },
  subscription: SubscriptionRow,
  id: string,
): Promise<ShownDelivery> {
  const lock = isLocking ? sql`FOR NO KEY UPDATE` : sql``;
  const [row] = isRecordId(id)
    ? await query<DeliveryRow>(
        db,
        sql`SELECT * FROM webhook_deliveries WHERE id = ${id} AND subscription_id = ${subscription.id} ${lock}`,
      )
    : [];
  if (!row) throw new DomainError("delivery_not_found", "No such delivery of this subscription.");
  return { ...row, url: row.url ?? subscription.url };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Contract 8: waits between attempts. */
export const RETRY_DELAYS_MS = [1 * MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS];

/** Scheduled attempts; retries by hand may follow. */
export const SCHEDULED_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** Including those by hand. */
export const MAX_ATTEMPTS = 50;

/** Counted from the attempt's start; null after the last scheduled one. */
export function nextAttemptAfter(attempt: number, startedAt: Date, environment: Environment): Date | null {
  const delayMs = RETRY_DELAYS_MS[attempt - 1];
  if (delayMs === undefined) return null;
  const divisor = environment === "live" ? 1 : getEnv().WEBHOOK_RETRY_DIVISOR;
  return new Date(startedAt.getTime() + delayMs / divisor);
}
