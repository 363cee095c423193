import { inPrismaTransaction, lockRow } from "@/server/db/prisma-transaction";
import { wake } from "@/server/domain/wake";
import { TenantId } from "@/server/platform/noun-ids";
import type { OperatorCaller } from "../caller";
import { DomainError, invalidField } from "../errors";
import type { IdempotencyClaim } from "../idempotency";
import { type Invited, writeInvitation } from "./write-invitation";

/**
 * Invites the owner of a tenant without one, onboarded by an operator. Later, its owners invite. The link is returned only now.
 * Throws `not_found`, `validation_error` if there is an owner, `rate_limit_exceeded`.
 */
export async function inviteOwner(
  caller: OperatorCaller,
  input: { readonly slug: string; readonly email: string },
  claim: IdempotencyClaim<Invited> | null = null,
): Promise<Invited> {
  const invited = await inPrismaTransaction(async (db) => {
    const tenant = await db.tenant.findUnique({ where: { slug: input.slug }, select: { id: true } });
    if (!tenant) throw new DomainError("not_found", "No such tenant.");
    const tenantId = TenantId.parse(tenant.id);
    await lockRow(db, { table: "tenants", id: tenantId });
    if ((await db.role.count({ where: { tenantId, kind: "tenant_owner" } })) > 0)
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
