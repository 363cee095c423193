const DAY_MS = 24 * 60 * 60 * 1000;

/** Nobody stays signed in longer, however often they come by. */
export const SESSION_MS = 30 * DAY_MS;
/** A device that has not been seen for so long is signed out. */
const IDLE_MS = 7 * DAY_MS;

/** What is still open at a time, as a Prisma condition. */
export function openAt(now: Date) {
  return { revokedAt: null, expiresAt: { gt: now }, lastSeenAt: { gt: new Date(now.getTime() - IDLE_MS) } };
}
