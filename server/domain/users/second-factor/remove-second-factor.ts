import type { PrismaTransaction } from "@/server/db/prisma";

/** Also deletes recovery codes. False if there was none, confirmed or begun. */
export async function removeSecondFactor(db: PrismaTransaction, userId: string): Promise<boolean> {
  const removed = await db.user.updateMany({
    where: { id: userId, sealedTotpSecret: { not: null } },
    data: { sealedTotpSecret: null, totpConfirmedAt: null, totpLastStep: null },
  });
  await db.recoveryCode.deleteMany({ where: { userId } });
  return removed.count > 0;
}
