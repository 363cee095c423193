import { getPrisma, type PrismaTransaction } from "@/server/db/prisma";
import type { TenantId } from "@/server/platform/noun-ids";
import { DomainError } from "../../errors";

/** The refusal of what a login may not do in the name of an email that no one has proved. */
export function unprovedEmail(): DomainError {
  return new DomainError("not_permitted", "Confirm your email first, on your account page.");
}

/** For what others would believe of a login's email. Throws `not_permitted`. */
export async function requireProvedEmail(userId: string, db: PrismaTransaction = getPrisma()): Promise<void> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { emailProvedAt: true } });
  if (!user?.emailProvedAt) throw unprovedEmail();
}

/** Someone has shown that they read the email. Proving it again changes nothing. */
export async function markEmailProved(db: PrismaTransaction, userId: string, now: Date): Promise<boolean> {
  const marked = await db.user.updateMany({ where: { id: userId, emailProvedAt: null }, data: { emailProvedAt: now } });
  return marked.count > 0;
}

/** Whether a tenant is owned by someone who may have typed another person's email. */
export async function hasUnprovedOwner(db: PrismaTransaction, tenantId: TenantId): Promise<boolean> {
  return (await db.role.count({ where: { tenantId, kind: "tenant_owner", user: { emailProvedAt: null } } })) > 0;
}
