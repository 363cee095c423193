import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { StaffCaller, TenantRole } from "@/server/domain/caller";
import { PERSON_WORDS, tenantRoleOf } from "@/server/domain/users";

export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: TenantRole;
  readonly isYou: boolean;
  readonly hasSecondFactor: boolean;
  /** Null if the person has no session on record. */
  readonly lastSeenAt: Date | null;
}

export interface OpenInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: TenantRole;
  readonly invitedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const MAX_LISTED = 500;

/** People by when they joined, invitations newest first. For every role. */
export async function listTeam(caller: StaffCaller): Promise<{
  readonly people: readonly Person[];
  readonly invitations: readonly OpenInvitation[];
}> {
  const [people, invitations] = await Promise.all([listPeople(caller), listInvitations(caller)]);
  return { people, invitations };
}

async function listPeople({ tenantId, userId }: StaffCaller): Promise<Person[]> {
  const rows = await query<Omit<Person, "role" | "isYou"> & { kind: string }>(
    getPool(),
    sql`SELECT r.user_id, u.email, u.name, r.kind, u.totp_confirmed_at IS NOT NULL AS has_second_factor,
        (SELECT max(s.last_seen_at) FROM portal_sessions s WHERE s.user_id = u.id) AS last_seen_at
      FROM roles r JOIN users u ON u.id = r.user_id
      WHERE r.tenant_id = ${tenantId} ORDER BY r.created_at, r.id LIMIT ${MAX_LISTED}`,
  );
  return rows.flatMap(({ kind, ...person }) => {
    const role = tenantRoleOf(kind);
    return role ? [{ ...person, role, isYou: person.userId === userId }] : [];
  });
}

async function listInvitations({ tenantId, now }: StaffCaller): Promise<OpenInvitation[]> {
  const rows = await query<Omit<OpenInvitation, "role"> & { kind: string }>(
    getPool(),
    sql`SELECT i.id, i.email, i.role AS kind, CASE WHEN u.id IS NULL THEN 'API key' ELSE ${PERSON_WORDS} END AS invited_by, i.created_at, i.expires_at
      FROM invitations i LEFT JOIN users u ON u.id = i.invited_by
      WHERE i.tenant_id = ${tenantId} AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > ${now}
      ORDER BY i.created_at DESC, i.id DESC LIMIT ${MAX_LISTED}`,
  );
  return rows.flatMap(({ kind, ...invitation }) => {
    const role = tenantRoleOf(kind);
    return role ? [{ ...invitation, role }] : [];
  });
}
