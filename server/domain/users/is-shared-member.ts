import { getPrisma } from "@/server/db/prisma";

/** Whether a login of this member is publicly known: then what it has must stay as it is documented. */
export async function isSharedMember(member: { readonly memberId: string }): Promise<boolean> {
  const where = { kind: "member", memberId: member.memberId, user: { isShared: true } } as const;
  return (await getPrisma().role.findFirst({ where, select: { id: true } })) !== null;
}
