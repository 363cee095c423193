import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { wake } from "@/server/domain/wake";
import { requirePermission } from "../authority";
import type { StaffCaller, TenantRole } from "../caller";
import { invalidField } from "../errors";
import type { IdempotencyClaim } from "../idempotency";
import { lockTeam, requireNow, requireOwnName } from "./lock-team";
import { type Invited, writeInvitation } from "./write-invitation";

/**
 * Emails a single-use link to the team, valid for seven days. An earlier invitation of the same email ends. The link is
 * returned only now. Throws `not_permitted` (only owners invite owners, and no one without a proved email invites),
 * `validation_error` for someone on the team, `rate_limit_exceeded` after 20 in a day.
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
