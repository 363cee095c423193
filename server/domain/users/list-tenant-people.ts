import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { TenantId } from "@/server/platform/noun-ids";
import type { OperatorCaller, TenantRole } from "../caller";
import { tenantRoleOf } from "./act-as-staff";

export interface TenantPerson {
  readonly email: string;
  readonly role: TenantRole;
  /** A publicly known sandbox login. */
  readonly isShared: boolean;
  readonly since: Date;
}

const MAX_PEOPLE = 100;

/** Who may sign in for a tenant, first come first, at most 100. The caller's type says that an operator asks. */
export async function listTenantPeople(
  _caller: OperatorCaller,
  input: { readonly tenantId: TenantId },
): Promise<TenantPerson[]> {
  const roles = await query<{ kind: string; email: string; isShared: boolean; since: Date }>(
    getPool(),
    sql`SELECT r.kind, u.email, u.is_shared, r.created_at AS since FROM roles r JOIN users u ON u.id = r.user_id
      WHERE r.tenant_id = ${input.tenantId} ORDER BY r.created_at, r.id LIMIT ${MAX_PEOPLE}`,
  );
  return roles.flatMap(({ kind, ...person }) => {
    const role = tenantRoleOf(kind);
    return role ? [{ ...person, role }] : [];
  });
}
