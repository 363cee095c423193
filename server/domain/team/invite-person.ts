import { runInTransaction } from "@/server/db/guarded";
import { insertRows } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { DAY_MS } from "@/server/platform/clock";
import { deriveKey, hmacSha256Hex } from "@/server/platform/crypto";
import { publicUrl } from "@/server/platform/env";
import { newRecordId } from "@/server/platform/ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { StaffCaller, TenantRole } from "../caller";
import { newEmail, ringMailBell } from "../emails";
import { DomainError, invalidField } from "../errors";
import { newInvitationToken } from "./invitation-token";
import { lockTeam, requireNow, roleKindOf } from "./lock-team";

const VALID_MS = 7 * DAY_MS;
/** Letters to strangers that one tenant may cause in a day. */
const MAX_A_DAY = 20;

/**
 * Invites somebody to the caller's tenant: a letter with a link that works once, for seven days. An earlier invitation of
 * the same e-mail ends. The link is returned this once. Throws `not_permitted` (owners alone invite owners),
 * `validation_error` where the e-mail is in the team already, `rate_limit_exceeded` after 20 in a day.
 */
export async function invitePerson(
  caller: StaffCaller,
  input: { readonly email: string; readonly role: TenantRole },
): Promise<{ readonly link: string }> {
  requirePermission(caller, "manage_team");
  const { now, tenantId, userId } = caller;
  const email = input.email.toLowerCase();
  const token = newInvitationToken();
  const link = publicUrl(`/invite/${token}`);
  await runInTransaction(async (db) => {
    const { self, people } = await lockTeam(db, caller);
    requireNow(self, caller, input.role === "owner" ? "manage_owners" : "manage_team");
    if (people.some((person) => person.email === email)) throw invalidField("email", "is in the team already");
    await requireFewInvitations(db, caller);
    await query(
      db,
      sql`UPDATE invitations SET revoked_at = ${now}
        WHERE tenant_id = ${tenantId} AND email = ${email} AND accepted_at IS NULL AND revoked_at IS NULL`,
    );
    const invitation = {
      id: newRecordId(now),
      tenantId,
      role: roleKindOf(input.role),
      email,
      tokenHash: hmacSha256Hex(deriveKey("invitation"), token),
      invitedBy: userId,
      acceptedBy: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + VALID_MS),
      acceptedAt: null,
      revokedAt: null,
    };
    await query(db, insertRows("invitations", [invitation], "(SELECT 1) AS work"));
    await writeLetter(db, caller, { email, role: input.role, link });
    await recordAudit(db, caller, {
      action: "team.invited",
      subject: { kind: "invitation", id: invitation.id },
      environment: null,
      details: { email, role: input.role },
    });
  });
  ringMailBell();
  return { link };
}

async function requireFewInvitations(db: Queryable, { tenantId, now }: StaffCaller): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  const [made] = await query<{ count: bigint }>(
    db,
    sql`SELECT count(*) FROM invitations WHERE tenant_id = ${tenantId} AND created_at > ${since}`,
  );
  if (Number(made?.count ?? 0) < MAX_A_DAY) return;
  throw new DomainError("rate_limit_exceeded", `A tenant may invite ${MAX_A_DAY} people a day. Go on tomorrow.`, {
    retryAfterSeconds: DAY_MS / 1000,
  });
}

async function writeLetter(
  db: Queryable,
  { tenantId, email: inviter, now }: StaffCaller,
  { email, role, link }: { readonly email: string; readonly role: TenantRole; readonly link: string },
): Promise<void> {
  const [tenant] = await query<{ title: string }>(db, sql`SELECT title FROM tenants WHERE id = ${tenantId}`);
  const title = tenant?.title ?? "a tenant";
  const letter = newEmail(now, {
    recipient: email,
    subject: `${title} invites you to Closed Loop`,
    paragraphs: [
      `${inviter} invites you to ${title} on Closed Loop, as ${role}.`,
      link,
      "The link works once, until a week from now. Did you not expect it? Then there is nothing to do.",
    ],
  });
  await query(db, insertRows("emails", [letter], "(SELECT 1) AS work"));
}
