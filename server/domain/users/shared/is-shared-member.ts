import { getPrisma } from "@/server/db/prisma";
import type { MemberId } from "@/server/platform/noun-ids";
import { DEMO_MEMBER } from "./demo-member";

/**
 * Whether a login of this member is publicly known, or it pays in the demo of the start page: then what it has must stay
 * as it is documented.
 */
export async function isSharedMember({ memberId }: { readonly memberId: MemberId }): Promise<boolean> {
  if (memberId === DEMO_MEMBER) return true;
  return (await getPrisma().role.count({ where: { kind: "member", memberId, user: { isShared: true } } })) > 0;
}
