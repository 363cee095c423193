import { getPrisma, type PrismaTransaction } from "@/server/db/prisma";
import type { StaffCaller } from "../caller";
import { findNoted } from "../members";

/** What members are known by; emails in small letters. */
export interface Names {
  readonly externalIds: ReadonlySet<string>;
  readonly emails: ReadonlySet<string>;
}

/** Which of these a member of the tenant has in the environment: by what is noted of them, and by where they were invited. */
export async function findThere(
  { tenantId, environment }: Pick<StaffCaller, "tenantId" | "environment">,
  asked: { readonly externalIds: readonly string[]; readonly emails: readonly string[] },
  db: PrismaTransaction = getPrisma(),
): Promise<Names> {
  const emails = asked.emails.map((email) => email.toLowerCase());
  const noted = await findNoted(db, { tenantId, environment }, { externalIds: asked.externalIds, emails });
  const invitations = await db.invitation.findMany({
    where: { tenantId, email: { in: emails }, revokedAt: null, member: { environment } },
    select: { email: true },
  });
  return {
    externalIds: new Set(noted.externalIds),
    emails: new Set([...noted.emails, ...invitations.map(({ email }) => email)]),
  };
}
