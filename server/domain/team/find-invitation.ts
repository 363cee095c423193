import type { Brand } from "@/server/contracts/brand/looks";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import type { TenantRole } from "../caller";
import { type SignedIn, tenantRoleOf } from "../users";
import { hashesOfInvitationToken, isEmailed } from "./invitation-token";

/** What an invitation says to the person who follows its link. */
export interface Invitation extends Brand {
  readonly email: string;
  readonly role: TenantRole | "member";
  readonly invitedBy: string;
  readonly tenantTitle: string;
  readonly tenantSlug: string;
  readonly tenantId: TenantId;
  readonly expiresAt: Date;
  readonly state: "open" | "accepted" | "over";
  /** The email has a login already: its owner signs in first. */
  readonly hasLogin: boolean;
  /** What keeps the signed-in user from accepting it, in a sentence; null: nothing, or no one is signed in. */
  readonly obstacle: string | null;
}

type Row = Omit<Invitation, "role" | "state" | "obstacle"> & {
  readonly memberId: MemberId | null;
  readonly kind: string;
  readonly acceptedAt: Date | null;
  readonly revokedAt: Date | null;
};

/** The invitation of a link's token, whatever has become of it; null for a token that was never given out. */
export async function findInvitation(
  caller: { readonly now: Date },
  token: string,
  signedIn: SignedIn | null = null,
): Promise<Invitation | null> {
  const tokenHashes = hashesOfInvitationToken(token);
  if (!tokenHashes) return null;
  const [row] = await query<Row>(
    getPool(),
    sql`SELECT i.email, i.role AS kind, coalesce(u.email, t.title) AS invited_by, t.title AS tenant_title, t.slug AS tenant_slug,
        i.tenant_id, i.member_id, b.accent, b.logo_hash, b.logo_width, b.logo_height,
        i.expires_at, i.accepted_at, i.revoked_at, EXISTS (SELECT 1 FROM users x WHERE x.email = i.email) AS has_login
      FROM invitations i JOIN tenants t ON t.id = i.tenant_id LEFT JOIN users u ON u.id = i.invited_by
        LEFT JOIN tenant_brands b ON b.tenant_id = t.id
      WHERE i.token_hash = ANY(${tokenHashes})`,
  );
  const role = row && (row.kind === "member" ? "member" : tenantRoleOf(row.kind));
  if (!row || !role) return null;
  const { kind: _, memberId, acceptedAt, revokedAt, ...shown } = row;
  const isOver = revokedAt !== null || row.expiresAt <= caller.now;
  const state = acceptedAt ? "accepted" : isOver ? "over" : "open";
  return {
    ...shown,
    role,
    state,
    obstacle: signedIn && findObstacle(signedIn, token, { ...shown, memberId }),
  };
}

/** As `acceptInvitation` would refuse it. */
function findObstacle(
  { isShared, isEmailProved, email, roles }: SignedIn,
  token: string,
  { tenantId, memberId, email: invited }: Pick<Row, "tenantId" | "memberId" | "email">,
): string | null {
  if (isShared) return "This demo login is shared and can’t join a team.";
  const provesEmail = email === invited && isEmailed(token, email);
  if (!isEmailProved && !provesEmail) return "Confirm your email first, on your account page.";
  const isIn = memberId === null && roles.some((role) => role.kind === "tenant" && role.tenantId === tenantId);
  return isIn ? "You’re already on this team." : null;
}
