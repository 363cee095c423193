import { getPrisma } from "@/server/db/prisma";
import type { MemberId } from "@/server/platform/noun-ids";
import { DEMO_MEMBER } from "./demo-member";

/** The member's login is publicly known, or it pays in the start page's demo: its data must stay as documented. */
export async function isSharedMember({ memberId }: { readonly memberId: MemberId }): Promise<boolean> {
  if (memberId === DEMO_MEMBER) return true;
  return (await getPrisma().role.count({ where: { kind: "member", memberId, user: { isShared: true } } })) > 0;
}
