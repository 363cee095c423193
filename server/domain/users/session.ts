import type { Prisma, PrismaTransaction } from "@/server/db/prisma";
import { type Sql, sql } from "@/server/db/sql";
import { newRecordId, type RecordId } from "@/server/platform/ids";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Maximum session length, however often it is used. */
export const SESSION_MS = 30 * DAY_MS;
/** Devices unseen for this long are signed out. */
const IDLE_MS = 7 * DAY_MS;

export function isOpenAt(now: Date): Sql {
  return sql`s.revoked_at IS NULL AND s.expires_at > ${now} AND s.last_seen_at > ${new Date(now.getTime() - IDLE_MS)}`;
}

export function openAt(now: Date): Prisma.PortalSessionWhereInput {
  return { revokedAt: null, expiresAt: { gt: now }, lastSeenAt: { gt: new Date(now.getTime() - IDLE_MS) } };
}

export interface Device {
  readonly userAgent: string | null;
  readonly address: string | null;
}

const MAX_USER_AGENT = 300;

export async function openSession(
  db: PrismaTransaction,
  { userId, now, userAgent, address }: Device & { readonly userId: string; readonly now: Date },
): Promise<RecordId> {
  const id = newRecordId(now);
  await db.portalSession.create({
    data: {
      id,
      userId,
      userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
      address,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + SESSION_MS),
    },
  });
  return id;
}
