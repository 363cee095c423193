import type { SealedPlace } from "@/server/db/sealed-place";
import { sql } from "@/server/db/sql";

export const SEALED_WEBHOOK_SECRETS: SealedPlace = {
  name: "webhook secrets",
  purpose: "webhook-secret",
  newest: sql`SELECT sealed_secret AS sealed FROM webhook_subscriptions ORDER BY id DESC LIMIT 5`,
  due: ({ after, limit, isDue }) => sql`SELECT id AS place, sealed_secret AS sealed FROM webhook_subscriptions
    WHERE id > ${after} AND ${isDue(sql`sealed_secret`)} ORDER BY id LIMIT ${limit}`,
  replace: (renewed) => sql`UPDATE webhook_subscriptions s SET sealed_secret = n.sealed FROM ${renewed}
    WHERE s.id = n.place AND s.sealed_secret = n.was`,
};

export const SEALED_NEXT_WEBHOOK_SECRETS: SealedPlace = {
  name: "next webhook secrets",
  purpose: "webhook-secret",
  newest: sql`SELECT next_sealed_secret AS sealed FROM webhook_subscriptions WHERE next_secret_at IS NOT NULL
    ORDER BY id DESC LIMIT 5`,
  due: ({ after, limit, isDue }) => sql`SELECT id AS place, next_sealed_secret AS sealed FROM webhook_subscriptions
    WHERE next_secret_at IS NOT NULL AND id > ${after} AND ${isDue(sql`next_sealed_secret`)} ORDER BY id LIMIT ${limit}`,
  replace: (renewed) => sql`UPDATE webhook_subscriptions s SET next_sealed_secret = n.sealed FROM ${renewed}
    WHERE s.id = n.place AND s.next_sealed_secret = n.was`,
};
