import type { PrismaTransaction } from "@/server/db/prisma";
import type { MemberId } from "@/server/platform/noun-ids";

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
