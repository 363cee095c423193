import { getPrisma } from "@/server/db/prisma";
import { isRecordId, type RecordId } from "@/server/platform/ids";
import { tenantRoleOf } from "./act-as-staff";
import type { Role } from "./role";
import { openAt } from "./session";

/** Who is signed in with a session, and as what. */
export interface SignedIn {
  readonly sessionId: RecordId;
  readonly userId: RecordId;
  readonly email: string;
  /** A publicly known sandbox login: it can't be changed. */
  readonly isShared: boolean;
  readonly hasSecondFactor: boolean;
  readonly roles: readonly Role[];
  /** As which member the wallet is looked at, if the user has chosen. */
  readonly chosenMemberId: RecordId | null;
}

/** `last_seen_at` is no more precise than this, so that looking around does not write. */
const SEEN_EVERY_MS = 60_000;

const WITH_USER = {
  user: {
    include: {
      roles: {
        include: { member: { include: { tenant: true } }, tenant: true },
        // Record ids sort by time.
        orderBy: { id: "asc" },
        take: 100,
      },
    },
  },
} as const;

/** The open session of that id, or null: ended, expired, or never there. Marks it as seen. */
export async function findSession(caller: { readonly now: Date }, sessionId: string): Promise<SignedIn | null> {
  const { now } = caller;
  if (!isRecordId(sessionId)) return null;
  const db = getPrisma();
  const session = await db.portalSession.findFirst({ where: { id: sessionId, ...openAt(now) }, include: WITH_USER });
  if (!session) return null;
  if (now.getTime() - session.lastSeenAt.getTime() > SEEN_EVERY_MS) {
    await db.portalSession.updateMany({
      where: { id: sessionId, lastSeenAt: { lt: now } },
      data: { lastSeenAt: now },
    });
  }
  const { user } = session;
  return {
    sessionId,
    userId: user.id as RecordId,
    email: user.email,
    isShared: user.isShared,
    hasSecondFactor: user.totpConfirmedAt !== null,
    roles: user.roles.flatMap((role) => toRole(role) ?? []),
    chosenMemberId: session.memberId as RecordId | null,
  };
}

interface StoredRole {
  readonly kind: string;
  readonly member: {
    readonly id: string;
    readonly name: string;
    readonly environment: "live" | "test";
    readonly tenant: { readonly id: string; readonly title: string };
  } | null;
  readonly tenant: { readonly id: string; readonly slug: string; readonly title: string } | null;
}

function toRole({ kind, member, tenant }: StoredRole): Role | null {
  if (kind === "network_operator") return { kind };
  if (kind === "member") {
    if (!member) return null;
    const { id, name, environment, tenant: issuer } = member;
    const issuedBy = { tenantId: issuer.id as RecordId, tenantTitle: issuer.title };
    return { kind, memberId: id as RecordId, memberName: name, environment, ...issuedBy };
  }
  const role = tenantRoleOf(kind);
  if (!tenant || !role) return null;
  return { kind: "tenant", role, tenantSlug: tenant.slug, tenantId: tenant.id as RecordId, tenantTitle: tenant.title };
}
