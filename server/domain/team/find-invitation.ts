import type { Brand } from "@/server/contracts/brand/looks";
import { getPrisma } from "@/server/db/prisma";
import { MemberId, TenantId } from "@/server/platform/noun-ids";
import type { TenantRole } from "../caller";
import { hasLoginWith, type SignedIn, tenantRoleOf } from "../users";
import { hashesOfInvitationToken, isEmailed } from "./invitation-token";

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

interface Place {
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
  { tenantId, memberId, email: invited }: Place,
): string | null {
  if (isShared) return "This demo login is shared and can’t join a team.";
  const provesEmail = email === invited && isEmailed(token, email);
  if (!isEmailProved && !provesEmail) return "Confirm your email first, on your account page.";
  const isIn = memberId === null && roles.some((role) => role.kind === "tenant" && role.tenantId === tenantId);
  return isIn ? "You’re already on this team." : null;
}
