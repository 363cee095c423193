import type { PrismaTransaction } from "@/server/db/prisma";
import type { MemberId } from "@/server/platform/noun-ids";

/**
 * Erases a person's address from the invitations sent to them, and ends open ones and those that they sent, in the caller's
 * transaction. Idempotent.
 */
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
