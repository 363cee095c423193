import type { PrismaTransaction } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { sql } from "@/server/db/sql";
import { wake } from "@/server/domain/wake";
import type { MemberId } from "@/server/platform/noun-ids";
import { requirePermission } from "../authority";
import type { TenantCaller } from "../caller";
import { invalidField } from "../errors";
import type { IdempotencyClaim } from "../idempotency";
import { lockOwnMember } from "../members";
import { lockOwnTenant } from "../tenants";
import { lockTeam, requireNow, requireOwnName } from "./lock-team";
import { type Invited, writeInvitation } from "./write-invitation";

/**
 * Emails a single-use link to a member's wallet, valid for seven days. A member has one login, so that no one at the tenant
 * becomes a second; an earlier invitation ends. The link is returned only now. Throws `not_found`, `not_permitted`,
 * `validation_error` if the wallet has a login, `daily_limit_reached`.
 */
export async function inviteMember(
  caller: TenantCaller,
  input: { readonly id: MemberId; readonly email: string },
  claim: IdempotencyClaim<Invited> | null = null,
): Promise<Invited> {
  const invited = await inPrismaTransaction((db) => writeMemberInvitation(db, caller, input, claim), caller.standing);
  wakeForInvitation();
  return invited;
}

/** After the commit. */
export function wakeForInvitation(): void {
  wake("emails");
  wake("deliveries");
}

/** In the caller's transaction; `wakeForInvitation` after it. */
export async function writeMemberInvitation(
  db: PrismaTransaction,
  caller: TenantCaller,
  input: { readonly id: MemberId; readonly email: string },
  claim: IdempotencyClaim<Invited> | null,
): Promise<Invited> {
  requirePermission(caller, "manage_members");
  const { tenantId } = caller;
  if (caller.kind === "staff") {
    const { self } = await lockTeam(db, caller);
    requireNow(self, caller, "manage_members");
    requireOwnName(self);
  } else {
    // Not with the public sandbox's keys: anyone could send emails to anyone.
    await lockOwnTenant(db, caller);
  }
  const { id: memberId } = await lockOwnMember(db, caller, sql`${input.id}`);
  if (await hasLogin(db, memberId)) throw invalidField("email", "can’t be invited: this wallet already has a login");
  return writeInvitation(db, caller, { tenantId, email: input.email.toLowerCase(), role: "member", memberId }, claim);
}

/** The member's row must be locked, so that only one of two links gets the wallet. */
export async function hasLogin(db: PrismaTransaction, memberId: MemberId): Promise<boolean> {
  return (await db.role.count({ where: { memberId } })) > 0;
}
