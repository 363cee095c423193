import type { PrismaTransaction, RoleKind } from "@/server/db/prisma";
import { inPrismaTransaction, lockRow } from "@/server/db/prisma-transaction";
import { wake } from "@/server/domain/wake";
import { hashSecret } from "@/server/platform/crypto";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { MemberId, TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import type { UserCaller } from "../caller";
import { DomainError } from "../errors";
import { addUser, assignTeamRole, giveWallet, markEmailProved, requireProvedEmail } from "../users";
import { findInvitation, hashesOfInvitationToken, isEmailed } from "./invitations";
import { hasLogin } from "./invite-member";
import { publishMemberEvent } from "./member-events";

interface Joined {
  readonly tenantSlug: string;
  /** Joined a wallet, not the tenant's team. */
  readonly isMember: boolean;
}

interface Joiner {
  readonly userId: RecordId;
  readonly email: string;
  readonly now: Date;
  readonly requestId: string;
}

/**
 * Gives the signed-in user the link's role, once even if two follow it concurrently. Throws `not_found` for a link that no
 * longer works, `not_permitted` for a shared demo login, for someone already on the team, and for a login without a proved
 * email, since the team would know it by that name.
 */
export async function acceptInvitation(caller: UserCaller, input: { readonly token: string }): Promise<Joined> {
  const accepted = await inPrismaTransaction(async (db) => {
    const user = await db.user.findUnique({ where: { id: caller.userId }, select: { isShared: true } });
    if (user?.isShared !== false) {
      throw new DomainError("not_permitted", "This demo login is shared and can’t join a team.");
    }
    const joined = await join(db, caller, input.token);
    await requireProvedEmail(caller.userId, db);
    return joined;
  });
  wake("deliveries");
  return accepted;
}

/**
 * Creates a login with the invited email and gives it the role. Whoever has the link has read the email, which proves it, or
 * got it from someone who may invite. Throws `not_found` for a link that no longer works, `not_permitted` if the email has a
 * login.
 */
export async function joinByInvitation(
  caller: { readonly now: Date; readonly requestId: string },
  input: { readonly token: string; readonly password: string },
): Promise<Joined & { readonly email: string }> {
  const invitation = await findInvitation(caller, input.token);
  if (invitation?.state !== "open") throw over();
  const { email } = invitation;
  if (invitation.hasLogin) throw taken();
  const userId = newRecordId(caller.now);
  const passwordHash = await hashSecret(input.password, "password", userId);
  const joined = await inPrismaTransaction(async (db) => {
    if (!(await addUser(db, { id: userId, email, passwordHash, now: caller.now }))) throw taken();
    return { email, ...(await join(db, { ...caller, userId, email }, input.token)) };
  });
  wake("deliveries");
  return joined;
}

async function join(db: PrismaTransaction, { userId, email, now, requestId }: Joiner, token: string): Promise<Joined> {
  const tokenHashes = hashesOfInvitationToken(token);
  if (!tokenHashes) throw over();
  const [accepted] = await db.invitation.updateManyAndReturn({
    where: { tokenHash: { in: tokenHashes }, acceptedAt: null, revokedAt: null, expiresAt: { gt: now } },
    data: { acceptedAt: now, acceptedBy: userId },
    select: { id: true, tenantId: true, memberId: true, role: true, email: true, tenant: { select: { slug: true } } },
  });
  if (!accepted) throw over();
  const used: Used = {
    ...accepted,
    tenantId: TenantId.parse(accepted.tenantId),
    memberId: accepted.memberId === null ? null : MemberId.parse(accepted.memberId),
    slug: accepted.tenant.slug,
  };
  if (used.email === email && isEmailed(token, email)) await markEmailProved(db, userId, now);
  await (used.memberId === null ? joinTeam(db, used, userId, now) : takeWallet(db, used.memberId, userId, now));
  // There may be no session yet.
  const caller = {
    kind: "user",
    userId,
    sessionId: userId,
    email,
    now,
    requestId,
  } as const;
  await recordAudit(db, caller, {
    action: used.memberId === null ? "team.joined" : "member.joined",
    subject: { kind: "invitation", id: used.id },
    tenantId: used.tenantId,
    details: used.memberId === null ? { role: used.role } : { member: used.memberId },
  });
  const { id: source, memberId } = used;
  if (memberId !== null) await publishMemberEvent(db, "member.joined", { memberId, source, now });
  return { tenantSlug: used.slug, isMember: memberId !== null };
}

interface Used {
  readonly id: string;
  readonly tenantId: TenantId;
  readonly memberId: MemberId | null;
  readonly role: RoleKind;
  readonly email: string;
  readonly slug: string;
}

/** Throwing rolls everything back, so the invitation stays open for the right person. */
async function joinTeam(db: PrismaTransaction, { role, tenantId }: Used, userId: string, now: Date): Promise<void> {
  const isNew = await assignTeamRole(db, { userId, tenantId, kind: role, now });
  if (!isNew) throw new DomainError("not_permitted", "You’re already on this team.");
}

async function takeWallet(db: PrismaTransaction, memberId: MemberId, userId: string, now: Date): Promise<void> {
  await lockRow(db, { table: "members", id: memberId });
  if (await hasLogin(db, memberId)) throw new DomainError("not_permitted", "This wallet already has a login.");
  await giveWallet(db, { userId, memberId, now });
}

function over(): DomainError {
  return new DomainError("not_found", "This invitation no longer works. Ask for a new one.");
}

function taken(): DomainError {
  return new DomainError("not_permitted", "This email already has a login. Sign in, then accept.");
}
