import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type PanToken, parsePanToken } from "@/server/platform/ids";
import type { StaffCaller } from "../caller";
import { openPanToken } from "./pan-token";

/** The tenant's oldest test card that can pay this amount of dollars. In live, a token leaves only with an audit record. */
export async function findOwnTestCard({ tenantId, now }: StaffCaller, amountMinor: bigint): Promise<PanToken | null> {
  const [card] = await query<{ sealedPanToken: string }>(
    getPool(),
    sql`SELECT c.sealed_pan_token
      FROM members m JOIN cards c ON c.member_id = m.id JOIN accounts a ON a.id = c.account_id
      WHERE m.tenant_id = ${tenantId} AND m.environment = 'test' AND m.erased_at IS NULL
        AND c.status = 'active' AND c.member_frozen_at IS NULL AND c.always_declines_with IS NULL AND c.expires_on > ${now}::timestamptz
        AND a.currency = 'USD' AND a.posted_minor + a.credit_limit_minor - a.held_minor >= ${amountMinor}
      ORDER BY c.created_at, c.id LIMIT 1`,
  );
  return card ? parsePanToken(openPanToken(card)) : null;
}
