import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { OperatorCaller } from "@/server/domain/caller";
import { olderThan, type Page, type PageInput, toPage } from "@/server/domain/page";
import type { SettlementBatchRow } from "@/server/domain/settlement";
import type { MerchantId } from "@/server/platform/noun-ids";

/** A batch with whose it is. */
export interface NetworkBatch extends SettlementBatchRow {
  readonly merchantName: string;
  readonly tenantSlug: string;
  readonly tenantTitle: string;
}

/** Batches of all merchants or of one, of all days or of one, newest first. */
export async function listNetworkBatches(
  caller: OperatorCaller,
  input: PageInput & {
    readonly merchantId?: MerchantId;
    readonly day?: Date;
  },
): Promise<Page<NetworkBatch>> {
  const { merchantId = null, day = null, limit, cursor } = input;
  const rows = await query<NetworkBatch>(
    getPool(),
    sql`SELECT b.*, m.name AS merchant_name, t.slug AS tenant_slug, t.title AS tenant_title
      FROM settlement_batches b JOIN merchants m ON m.id = b.merchant_id JOIN tenants t ON t.id = m.tenant_id
      WHERE b.environment = ${caller.environment}::environment
        AND (${merchantId}::text IS NULL OR b.merchant_id = ${merchantId})
        AND (${day}::date IS NULL OR b.settled_day = ${day}::date)
        AND ${olderThan(cursor, sql`b.created_at`, sql`b.id`)}
      ORDER BY b.created_at DESC, b.id DESC LIMIT ${limit + 1}`,
  );
  return toPage(rows, limit, (batch) => batch);
}
