import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { newRecordId } from "@/server/platform/ids";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import type { TenantRole } from "../caller";

/** Of someone at a tenant. */
interface TeamPlace {
  readonly userId: string;
  readonly tenantId: TenantId;
}

/** A login with no role yet, in the caller's transaction. False: the email has one. */
export async function addUser(
  db: Queryable,
  user: { readonly id: string; readonly email: string; readonly passwordHash: string; readonly now: Date },
): Promise<boolean> {
  const { id, email, passwordHash, now } = user;
  const added = await query(
    db,
    sql`INSERT INTO users (id, email, password_hash, is_shared, created_at)
      VALUES (${id}, ${email}, ${passwordHash}, false, ${now}) ON CONFLICT (email) DO NOTHING RETURNING id`,
  );
  return added.length > 0;
}

/** A role of that kind at a tenant. False: the user has one there. */
export async function giveTeamRole(
  db: Queryable,
  { userId, tenantId, kind, now }: TeamPlace & { readonly kind: string; readonly now: Date },
): Promise<boolean> {
  const given = await query(
    db,
    sql`INSERT INTO roles (id, user_id, kind, tenant_id, created_at)
      VALUES (${newRecordId(now)}, ${userId}, ${kind}::role_kind, ${tenantId}, ${now})
      ON CONFLICT (user_id, tenant_id) DO NOTHING RETURNING id`,
  );
  return given.length > 0;
}

/** The wallet of a member. That no one has it yet, the caller knows under the member's lock. */
export async function giveWallet(
  db: Queryable,
  { userId, memberId, now }: { readonly userId: string; readonly memberId: MemberId; readonly now: Date },
): Promise<void> {
  await query(
    db,
    sql`INSERT INTO roles (id, user_id, kind, member_id, created_at)
      VALUES (${newRecordId(now)}, ${userId}, 'member', ${memberId}, ${now})`,
  );
}

export async function changeTeamRole(
  db: Queryable,
  { userId, tenantId, role }: TeamPlace & { readonly role: TenantRole },
): Promise<void> {
  await query(
    db,
    sql`UPDATE roles SET kind = ${`tenant_${role}`}::role_kind WHERE user_id = ${userId} AND tenant_id = ${tenantId}`,
  );
}

export async function endTeamRole(db: Queryable, { userId, tenantId }: TeamPlace): Promise<void> {
  await query(db, sql`DELETE FROM roles WHERE user_id = ${userId} AND tenant_id = ${tenantId}`);
}
