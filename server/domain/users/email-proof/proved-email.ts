import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { TenantId } from "@/server/platform/noun-ids";
import { DomainError } from "../../errors";

/** The refusal of what a login may not do in the name of an email that no one has proved. */
export function unprovedEmail(): DomainError {
  return new DomainError("not_permitted", "Confirm your email first, on your account page.");
}

/** For what others would believe of a login's email. Throws `not_permitted`. */
export async function requireProvedEmail(userId: string, db: Queryable = getPool()): Promise<void> {
  const [user] = await query<{ isProved: boolean }>(
    db,
    sql`SELECT email_proved_at IS NOT NULL AS is_proved FROM users WHERE id = ${userId}`,
  );
  if (!user?.isProved) throw unprovedEmail();
}

/** Someone has shown that they read the email. Proving it again changes nothing. */
export async function markEmailProved(db: Queryable, userId: string, now: Date): Promise<boolean> {
  const marked = await query(
    db,
    sql`UPDATE users SET email_proved_at = ${now} WHERE id = ${userId} AND email_proved_at IS NULL RETURNING id`,
  );
  return marked.length > 0;
}

/** Whether a tenant is owned by someone who may have typed another person's email. */
export async function hasUnprovedOwner(db: Queryable, tenantId: TenantId): Promise<boolean> {
  const found = await query(
    db,
    sql`SELECT 1 FROM roles r JOIN users u ON u.id = r.user_id
      WHERE r.tenant_id = ${tenantId} AND r.kind = 'tenant_owner' AND u.email_proved_at IS NULL LIMIT 1`,
  );
  return found.length > 0;
}
