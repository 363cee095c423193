import { inPrismaTransaction, lockRow } from "@/server/db/prisma-transaction";
import { wake } from "@/server/domain/wake";
import { TenantId } from "@/server/platform/noun-ids";
import { requirePermission } from "../authority";
import type { OperatorCaller, StaffCaller, TenantRole } from "../caller";
import { DomainError, invalidField } from "../errors";
import type { IdempotencyClaim } from "../idempotency";
import { lockTeam, requireNow, requireOwnName } from "./lock-team";
import { type Invited, writeInvitation } from "./write-invitation";

/**
 * Emails a single-use link to the team, valid for seven days. An earlier invitation of the same email ends. The link is
 * returned only now. Throws `not_permitted` (only owners invite owners, and no one without a proved email invites),
 * `validation_error` for someone on the team, `daily_limit_reached`.
 */
export async function invitePerson(
  caller: StaffCaller,
  input: { readonly email: string; readonly role: TenantRole },
  claim: IdempotencyClaim<Invited> | null = null,
): Promise<Invited> {
  requirePermission(caller, "manage_team");
  const { tenantId } = caller;
  const { role } = input;
  const email = input.email.toLowerCase();
  const invited = await inPrismaTransaction(async (db) => {
    const { self, people } = await lockTeam(db, caller);
    requireNow(self, caller, role === "owner" ? "manage_owners" : "manage_team");
    requireOwnName(self);
    if (people.some((person) => person.email === email)) throw invalidField("email", "is already on the team");
    return writeInvitation(db, caller, { tenantId, email, role, memberId: null }, claim);
  });
  wake("emails");
  return invited;
}

/**
 * Invites the owner of a tenant without one, onboarded by an operator. Later, its owners invite. The link is returned only now.
 * Throws `not_found`, `validation_error` if there is an owner, `daily_limit_reached`.
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
