import { TEST_ACCOUNT, TEST_CARD } from "@/server/contracts/test-card";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import type { AuthorizationId, SubscriptionId } from "@/server/platform/noun-ids";

export interface FirstRun {
  readonly authorizationId: AuthorizationId | null;
  readonly subscriptionId: SubscriptionId | null;
  /** Its receiver was called, whatever it answered. */
  readonly attemptedSubscriptionId: SubscriptionId | null;
  /** Its receiver answered 2xx, as it does once the signature verifies. */
  readonly verifiedSubscriptionId: SubscriptionId | null;
  /** A card of the public sandbox that any tenant may charge in test. */
  readonly testCard: string | null;
  /** A key that works without a signature; not its secret. */
  readonly publicKey: string | null;
  /** The key's secret is public, as in the sandbox. */
  readonly hasPublicSecret: boolean;
}

export async function getFirstRun({ tenantId, environment }: StaffCaller): Promise<FirstRun> {
  const own = sql`tenant_id = ${tenantId} AND environment = ${environment}::environment`;
  const [state] = await query<FirstRun>(
    getPool(),
    sql`SELECT
      (SELECT id FROM authorizations WHERE ${own} ORDER BY created_at, id LIMIT 1) AS authorization_id,
      (SELECT id FROM webhook_subscriptions WHERE ${own}
        ORDER BY (status = 'revoked'), created_at DESC LIMIT 1) AS subscription_id,
      (SELECT s.id FROM webhook_subscriptions s WHERE ${own}
        AND EXISTS (
          SELECT 1 FROM webhook_deliveries d WHERE d.subscription_id = s.id AND d.response_code IS NOT NULL
        ) LIMIT 1) AS attempted_subscription_id,
      (SELECT id FROM webhook_subscriptions WHERE ${own} AND last_delivery_at IS NOT NULL LIMIT 1)
        AS verified_subscription_id,
      k.public_key, coalesce(k.is_shared, false) AS has_public_secret,
      (SELECT ${TEST_CARD}::text FROM accounts WHERE id = ${TEST_ACCOUNT} AND environment = ${environment}::environment)
        AS test_card
      FROM (VALUES (1)) AS one LEFT JOIN LATERAL (
        SELECT public_key, is_shared FROM api_keys WHERE ${own} AND revoked_at IS NULL AND expires_at IS NULL
          AND cardinality(allowed_addresses) = 0 AND NOT require_signature
        ORDER BY is_shared DESC, created_at, id LIMIT 1
      ) AS k ON true`,
  );
  if (!state) throw new Error("a row that is always there is gone");
  return state;
}
