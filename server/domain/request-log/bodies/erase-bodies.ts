import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { keptDays } from "@/server/platform/env";
import type { TenantId } from "@/server/platform/noun-ids";

const DAY_MS = 86_400_000;

/**
 * Erases the bodies of a tenant's test requests: they may name a person anywhere, in words that can't be searched for. Live
 * bodies hold no personal data and stay. One query per day, newest first. Idempotent.
 */
export async function eraseBodies(tenantId: TenantId, input: { readonly now: Date }): Promise<void> {
  const days = keptDays("requests") + 1;
  for (let day = 0; day <= days; day += 1) {
    const to = new Date(input.now.getTime() + DAY_MS * (1 - day));
    const from = new Date(to.getTime() - DAY_MS);
    await query(
      getPool(),
      sql`UPDATE request_bodies b SET request_body = NULL, request_bytes = 0, response_body = NULL, response_bytes = 0,
          unkept_because = 'erased'
        FROM request_records r
        WHERE r.tenant_id = ${tenantId} AND r.environment = 'test' AND r.created_at >= ${from} AND r.created_at < ${to}
          AND b.id = r.id AND b.created_at = r.created_at AND b.created_at >= ${from} AND b.created_at < ${to}
          AND num_nonnulls(b.request_body, b.response_body) > 0`,
    );
  }
}
