import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { wake } from "@/server/domain/wake";
import type { TenantId } from "@/server/platform/noun-ids";
import type { OperatorCaller } from "../caller";
import { DomainError, invalidField } from "../errors";
import type { IdempotencyClaim } from "../idempotency";
import { type Invited, writeInvitation } from "./write-invitation";

/**
 * Invites the owner of a tenant that no one owns: one that an operator has onboarded. From then on its owners invite.
 * The link is returned this once. Throws `not_found`, `validation_error` where there is an owner, `rate_limit_exceeded`.
 */
export async function inviteOwner(
  caller: OperatorCaller,
  input: { readonly slug: string; readonly email: string },
  claim: IdempotencyClaim<Invited> | null = null,
): Promise<Invited> {
  const invited = await runInTransaction(async (db) => {
    const [tenant] = await query<{ id: TenantId }>(
      db,
      sql`SELECT id FROM tenants WHERE slug = ${input.slug} FOR NO KEY UPDATE`,
    );
    if (!tenant) throw new DomainError("not_found", "No such tenant.");
    const { id: tenantId } = tenant;
    const owners = await query(db, sql`SELECT 1 FROM roles WHERE tenant_id = ${tenantId} AND kind = 'tenant_owner'`);
    if (owners.length > 0)
      throw invalidField("email", "can’t be invited: this tenant has an owner, who invites the others");
    return writeInvitation(
      db,
      caller,
      { tenantId, email: input.email.toLowerCase(), role: "owner", memberId: null },
      claim,
    );
  });
  wake("emails");
  return invited;
}
