import type { NewRow } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { DomainError } from "@/server/domain/errors";
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
