import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { wake } from "@/server/domain/wake";
import { requirePermission } from "../authority";
import type { StaffCaller, TenantRole } from "../caller";
import { invalidField } from "../errors";
import type { IdempotencyClaim } from "../idempotency";
import { lockTeam, requireNow, requireOwnName } from "./lock-team";
import { type Invited, writeInvitation } from "./write-invitation";

/**
 * Invites someone to the caller's tenant: an email with a link that works once, for seven days. An earlier invitation of
 * the same email ends. The link is returned this once. Throws `not_permitted` (owners alone invite owners, and no one whose
 * email isn't proved), `validation_error` where the email is in the team already, `rate_limit_exceeded` after 20 in a day.
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
