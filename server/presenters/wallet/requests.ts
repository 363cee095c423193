import type { MemberCaller } from "@/server/domain/caller";
import type { Asked } from "@/server/domain/queries";

const PAGES = {
  agreement: "/wallet/agreements",
  charge: "/wallet/agreements/charges",
  payment: "/wallet/activity",
} as const;

/** The page of a request or payment, and the wallet it belongs to; null for the open one. */
export function presentAsked(id: string, { kind, memberId, memberName }: Asked, open: MemberCaller) {
  return {
    isPayment: kind === "payment",
    href: `${PAGES[kind]}/${id}` as const,
    otherMember: memberId === open.memberId ? null : { id: memberId, name: memberName },
  };
}
