import { getPrisma, type PrismaTransaction } from "@/server/db/prisma";
import type { TenantId } from "@/server/platform/noun-ids";
import { DomainError } from "../../errors";

export function unprovedEmail(): DomainError {
  return new DomainError("not_permitted", "Confirm your email first, on your account page.");
}

/** For what others would believe about a login's email. Throws `not_permitted`. */
export async function requireProvedEmail(userId: string, db: PrismaTransaction = getPrisma()): Promise<void> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { emailProvedAt: true } });
  if (!user?.emailProvedAt) throw unprovedEmail();
}

/** Idempotent. False if it was proved already. */
export async function markEmailProved(db: PrismaTransaction, userId: string, now: Date): Promise<boolean> {
  const marked = await db.user.updateMany({ where: { id: userId, emailProvedAt: null }, data: { emailProvedAt: now } });
  return marked.count > 0;
}

/** Whether an owner may have typed another person's email. */
export async function hasUnprovedOwner(db: PrismaTransaction, tenantId: TenantId): Promise<boolean> {
  return (await db.role.count({ where: { tenantId, kind: "tenant_owner", user: { emailProvedAt: null } } })) > 0;
}
