import type { PrismaTransaction } from "@/server/db/prisma";

/** The password alone signs in again, and no recovery code works. False: there was none, confirmed or begun. */
export async function removeSecondFactor(db: PrismaTransaction, userId: string): Promise<boolean> {
  const removed = await db.user.updateMany({
    where: { id: userId, sealedTotpSecret: { not: null } },
    data: { sealedTotpSecret: null, totpConfirmedAt: null, totpLastStep: null },
  });
  await db.recoveryCode.deleteMany({ where: { userId } });
  return removed.count > 0;
}
