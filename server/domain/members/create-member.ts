import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { MemberId, type TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { NetworkCaller, StaffCaller } from "../caller";
import { type IdempotencyClaim, keepAnswer } from "../idempotency";
import { lockTenant } from "../tenants";

/** A person to whom a tenant issues, in the caller's environment. Throws `not_permitted`, `not_enabled`. */
export async function createMember(
  caller: NetworkCaller | StaffCaller,
  input: { readonly id?: MemberId; readonly tenantId: TenantId; readonly name: string },
  claim: IdempotencyClaim<{ id: MemberId }> | null = null,
): Promise<{ id: MemberId }> {
  const { environment, now } = caller;
  if (caller.kind === "staff") requirePermission(caller, "manage_members");
  const { id = MemberId.make(now), tenantId, name } = input;
  await runInTransaction(async (db) => {
    await lockTenant(db, caller, tenantId);
    await query(
      db,
      sql`INSERT INTO members (id, tenant_id, environment, name, created_at)
        VALUES (${id}, ${tenantId}, ${environment}::environment, ${name}, ${now})`,
    );
    await recordAudit(db, caller, { action: "member.created", subject: { kind: "member", id }, tenantId });
    await keepAnswer(db, claim, { id }, now);
  });
  return { id };
}
