import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { TenantRole } from "../caller";
import { tenantRoleOf } from "../users";
import { hashInvitationToken } from "./invitation-token";

/** What an invitation says to whoever follows its link. */
export interface Invitation {
  readonly email: string;
  readonly role: TenantRole | "member";
  readonly invitedBy: string;
  readonly tenantTitle: string;
  readonly tenantSlug: string;
  readonly expiresAt: Date;
  readonly state: "open" | "accepted" | "over";
  /** The e-mail has a login already: whoever it is signs in first. */
  readonly hasLogin: boolean;
}

type Row = Omit<Invitation, "role" | "state"> & {
  readonly kind: string;
  readonly acceptedAt: Date | null;
  readonly revokedAt: Date | null;
};

/** The invitation of a link's token, whatever has become of it; null for a token that was never given out. */
export async function findInvitation(caller: { readonly now: Date }, token: string): Promise<Invitation | null> {
  const tokenHash = hashInvitationToken(token);
  if (!tokenHash) return null;
  const [row] = await query<Row>(
    getPool(),
    sql`SELECT i.email, i.role AS kind, u.email AS invited_by, t.title AS tenant_title, t.slug AS tenant_slug,
        i.expires_at, i.accepted_at, i.revoked_at, EXISTS (SELECT 1 FROM users x WHERE x.email = i.email) AS has_login
      FROM invitations i JOIN tenants t ON t.id = i.tenant_id JOIN users u ON u.id = i.invited_by
      WHERE i.token_hash = ${tokenHash}`,
  );
  const role = row && (row.kind === "member" ? "member" : tenantRoleOf(row.kind));
  if (!row || !role) return null;
  const { kind: _, acceptedAt, revokedAt, ...shown } = row;
  const isOver = revokedAt !== null || row.expiresAt <= caller.now;
  return { ...shown, role, state: acceptedAt ? "accepted" : isOver ? "over" : "open" };
}
