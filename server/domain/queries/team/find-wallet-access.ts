import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import type { MemberId } from "@/server/platform/noun-ids";

/** Both null if no one has access yet. */
export interface WalletAccess {
  readonly login: string | null;
  readonly invited: { readonly email: string; readonly expiresAt: Date } | null;
}

/** The caller must have looked the member up. */
export async function findWalletAccess(
  { tenantId, now }: StaffCaller,
  { memberId }: { readonly memberId: MemberId },
): Promise<WalletAccess> {
  const [logins, invitations] = await Promise.all([
    query<{ email: string }>(
      getPool(),
      sql`SELECT u.email FROM roles r JOIN users u ON u.id = r.user_id WHERE r.member_id = ${memberId}
        ORDER BY r.created_at, r.id LIMIT 1`,
    ),
    query<{ email: string; expiresAt: Date }>(
      getPool(),
      sql`SELECT email, expires_at FROM invitations
        WHERE member_id = ${memberId} AND tenant_id = ${tenantId} AND accepted_at IS NULL AND revoked_at IS NULL
          AND expires_at > ${now} LIMIT 1`,
    ),
  ]);
  return { login: logins[0]?.email ?? null, invited: invitations[0] ?? null };
}
