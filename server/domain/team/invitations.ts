import type { Brand } from "@/server/contracts/brand/looks";
import { getPrisma, type PrismaTransaction } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { digest, digests, isEqualConstantTime, randomHex, shorten } from "@/server/platform/crypto";
import { MemberId, TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { StaffCaller, TenantRole } from "../caller";
import { DomainError } from "../errors";
import { hasLoginWith, type SignedIn, tenantRoleOf } from "../users";
import { lockTeam, requireNow } from "./lock-team";

const TOKEN_BYTES = 24;
const MARK_DIGITS = 32;
/** The token, and in an emailed link its proof. */
const INVITATION_TOKEN = /^([0-9a-f]{48})(?:\.((?:\d{1,4}~)?[0-9a-f]{32}))?$/;

export function newInvitationToken(): string {
  return randomHex(TOKEN_BYTES);
}

export function hashInvitationToken(token: string): string {
  return digest("invitation", token);
}

/** Null for a malformed token. */
export function hashesOfInvitationToken(token: string): string[] | null {
  const [, secret] = INVITATION_TOKEN.exec(token) ?? [];
  return secret === undefined ? null : digests("invitation", secret);
}

/** As emailed. The inviter sees the link without this mark, so following it proves that one reads the email. */
export function markEmailed(token: string, email: string): string {
  return `${token}.${shorten(digest("invitation-by-email", token, ":", email), MARK_DIGITS)}`;
}

export function isEmailed(text: string, email: string): boolean {
  const [, token, mark] = INVITATION_TOKEN.exec(text) ?? [];
  if (token === undefined || mark === undefined) return false;
  const marks = digests("invitation-by-email", token, ":", email).map((one) => shorten(one, MARK_DIGITS));
  return marks.some((one) => isEqualConstantTime(one, mark));
}

export interface Invitation extends Brand {
  readonly email: string;
  readonly role: TenantRole | "member";
  readonly invitedBy: string;
  readonly tenantTitle: string;
  readonly tenantSlug: string;
  readonly tenantId: TenantId;
  readonly expiresAt: Date;
  readonly state: "open" | "accepted" | "over";
  /** Its owner has to sign in first. */
  readonly hasLogin: boolean;
  /** Why the signed-in user can't accept it; null if they can, or no one is signed in. */
  readonly obstacle: string | null;
}

interface InvitedPlace {
  readonly tenantId: TenantId;
  readonly memberId: MemberId | null;
  readonly email: string;
}

/** In any state; null for a token that was never given out. */
export async function findInvitation(
  caller: { readonly now: Date },
  token: string,
  signedIn: SignedIn | null = null,
): Promise<Invitation | null> {
  const tokenHashes = hashesOfInvitationToken(token);
  if (!tokenHashes) return null;
  const invitation = await getPrisma().invitation.findFirst({
    where: { tokenHash: { in: tokenHashes } },
    include: {
      inviter: { select: { email: true } },
      tenant: { select: { title: true, slug: true, brand: { omit: { tenantId: true, logo: true } } } },
    },
  });
  const role = invitation && (invitation.role === "member" ? "member" : tenantRoleOf(invitation.role));
  if (!invitation || !role) return null;
  const { email, tenant, expiresAt, acceptedAt, revokedAt } = invitation;
  const tenantId = TenantId.parse(invitation.tenantId);
  const memberId = invitation.memberId === null ? null : MemberId.parse(invitation.memberId);
  const isOver = revokedAt !== null || expiresAt <= caller.now;
  const state = acceptedAt ? "accepted" : isOver ? "over" : "open";
  return {
    email,
    role,
    state,
    expiresAt,
    tenantId,
    tenantTitle: tenant.title,
    tenantSlug: tenant.slug,
    invitedBy: invitation.inviter?.email ?? tenant.title,
    accent: tenant.brand?.accent ?? null,
    logoHash: tenant.brand?.logoHash ?? null,
    logoWidth: tenant.brand?.logoWidth ?? null,
    logoHeight: tenant.brand?.logoHeight ?? null,
    hasLogin: await hasLoginWith(email),
    obstacle: signedIn && findObstacle(signedIn, token, { tenantId, memberId, email }),
  };
}

function findObstacle(
  { isShared, isEmailProved, email, roles }: SignedIn,
  token: string,
  { tenantId, memberId, email: invited }: InvitedPlace,
): string | null {
  if (isShared) return "This demo login is shared and can’t join a team.";
  const provesEmail = email === invited && isEmailed(token, email);
  if (!isEmailProved && !provesEmail) return "Confirm your email first, on your account page.";
  const isIn = memberId === null && roles.some((role) => role.kind === "tenant" && role.tenantId === tenantId);
  return isIn ? "You’re already on this team." : null;
}

/** Idempotent. Throws `not_permitted`, and `not_found`, also for an accepted invitation. */
export async function revokeInvitation(caller: StaffCaller, input: { readonly id: string }): Promise<void> {
  requirePermission(caller, "manage_team");
  await inPrismaTransaction(async (db) => {
    const { self } = await lockTeam(db, caller);
    requireNow(self, caller, "manage_team");
    const where = { id: input.id, tenantId: caller.tenantId, acceptedAt: null };
    const invitation = await db.invitation.findFirst({ where, select: { role: true } });
    if (!invitation) throw new DomainError("not_found", "This invitation no longer exists.");
    if (invitation.role === "tenant_owner") requireNow(self, caller, "manage_owners");
    const revoked = await db.invitation.updateMany({
      where: { ...where, revokedAt: null },
      data: { revokedAt: caller.now },
    });
    if (revoked.count === 0) return;
    await recordAudit(db, caller, {
      action: "team.invitation_revoked",
      subject: { kind: "invitation", id: input.id },
      environment: null,
    });
  });
}

/** In the caller's transaction: erases their address, and ends open invitations to and from them. Idempotent. */
export async function eraseInvitations(
  db: PrismaTransaction,
  person: {
    readonly userId: string | null;
    readonly email: string | null;
    readonly memberIds: readonly MemberId[];
    readonly now: Date;
  },
): Promise<void> {
  const { userId, email, memberIds, now } = person;
  const theirs = [{ memberId: { in: [...memberIds] } }, ...(email === null ? [] : [{ email }])];
  const where = { OR: userId === null ? theirs : [...theirs, { acceptedBy: userId }] };
  await db.invitation.updateMany({ where: { ...where, acceptedAt: null, revokedAt: null }, data: { revokedAt: now } });
  await db.invitation.updateMany({ where, data: { email: "Deleted person" } });
  if (userId === null) return;
  await db.invitation.updateMany({
    where: { invitedBy: userId, acceptedAt: null, revokedAt: null },
    data: { revokedAt: now },
  });
}
