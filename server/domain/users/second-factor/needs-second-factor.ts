import { sql } from "@/server/db/sql";

/** Condition on `users u`: operators, and owners and admins of live tenants, without a second factor. Not shared logins. */
export const NEEDS_SECOND_FACTOR = sql`(u.totp_confirmed_at IS NULL AND NOT u.is_shared AND EXISTS (
    SELECT 1 FROM roles r LEFT JOIN tenants t ON t.id = r.tenant_id
    WHERE r.user_id = u.id AND (r.kind = 'network_operator'
      OR (r.kind IN ('tenant_owner', 'tenant_admin') AND t.live_approved_at IS NOT NULL))))`;
