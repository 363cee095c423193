import type { Brand } from "@/server/contracts/brand/looks";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isRecordId, type RecordId } from "@/server/platform/ids";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import type { Environment } from "../caller";
import { aheadMsOf } from "../sandbox-clock";
import { tenantRoleOf } from "./act-as";
import type { Role } from "./roles";
import { NEEDS_SECOND_FACTOR } from "./second-factor/needs-second-factor";
import { isOpenAt } from "./session";

export interface SignedIn {
  readonly sessionId: RecordId;
  readonly userId: RecordId;
  readonly email: string;
  readonly name: string | null;
  /** A publicly known sandbox login, which can't be changed. */
  readonly isShared: boolean;
  /** Someone has proved that they read the email. */
  readonly isEmailProved: boolean;
  readonly hasSecondFactor: boolean;
  /** The login runs the network or a live tenant and must set up a second factor first. */
  readonly needsSecondFactor: boolean;
  readonly roles: readonly Role[];
  readonly chosenMemberId: MemberId | null;
}

/** Precision of `last_seen_at`, so that browsing rarely writes. */
const SEEN_EVERY_MS = 60_000;

const MAX_ROLES = 100;

/** Marks the session as seen. Null if it has ended, has expired, or doesn't exist. */
export async function findSession(caller: { readonly now: Date }, sessionId: string): Promise<SignedIn | null> {
  const { now } = caller;
  if (!isRecordId(sessionId)) return null;
  const [session] = await query<OpenSession>(
    getPool(),
    sql`SELECT u.id AS user_id, u.email, u.name, u.is_shared, u.email_proved_at IS NOT NULL AS is_email_proved,
        u.totp_confirmed_at IS NOT NULL AS has_second_factor,
        ${NEEDS_SECOND_FACTOR} AS needs_second_factor,
        s.member_id AS chosen_member_id, s.last_seen_at
      FROM portal_sessions s JOIN users u ON u.id = s.user_id WHERE s.id = ${sessionId} AND ${isOpenAt(now)}`,
  );
  if (!session) return null;
  const { lastSeenAt, ...signedIn } = session;
  if (now.getTime() - lastSeenAt.getTime() > SEEN_EVERY_MS) {
    await query(
      getPool(),
      sql`UPDATE portal_sessions SET last_seen_at = ${now} WHERE id = ${sessionId} AND last_seen_at < ${now}`,
    );
  }
  const roles = await listRoles(signedIn.userId);
  return { ...signedIn, sessionId, roles: roles.flatMap((role) => toRole(role) ?? []) };
}

type OpenSession = Omit<SignedIn, "sessionId" | "roles"> & { readonly lastSeenAt: Date };

interface StoredRole extends Brand {
  readonly kind: string;
  readonly memberId: MemberId | null;
  readonly memberName: string;
  readonly environment: Environment;
  readonly clockAheadMs: number;
  readonly tenantId: TenantId | null;
  readonly tenantSlug: string;
  readonly tenantTitle: string;
}

/** In order of time, since record ids sort by it. */
function listRoles(userId: string): Promise<StoredRole[]> {
  return query<StoredRole>(
    getPool(),
    sql`SELECT r.kind, m.id AS member_id, m.name AS member_name, m.environment, t.id AS tenant_id,
        ${aheadMsOf(sql`m.tenant_id`, sql`m.environment`)} AS clock_ahead_ms,
        t.slug AS tenant_slug, t.title AS tenant_title, b.accent, b.logo_hash, b.logo_width, b.logo_height
      FROM roles r LEFT JOIN members m ON m.id = r.member_id
        LEFT JOIN tenants t ON t.id = coalesce(r.tenant_id, m.tenant_id)
        LEFT JOIN tenant_brands b ON b.tenant_id = m.tenant_id
      WHERE r.user_id = ${userId} ORDER BY r.id LIMIT ${MAX_ROLES}`,
  );
}

function toRole(stored: StoredRole): Role | null {
  const { kind, memberId, memberName, environment, clockAheadMs, tenantId, tenantSlug, tenantTitle } = stored;
  if (kind === "network_operator") return { kind };
  if (tenantId === null) return null;
  if (kind === "member") {
    const { accent, logoHash, logoWidth, logoHeight } = stored;
    const brand = { accent, logoHash, logoWidth, logoHeight };
    return memberId === null
      ? null
      : { kind, memberId, memberName, environment, clockAheadMs, tenantId, tenantTitle, brand };
  }
  const role = tenantRoleOf(kind);
  return role && { kind: "tenant", role, tenantSlug, tenantId, tenantTitle };
}
