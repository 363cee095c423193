/**
 * The person a page was rendered for, and in the wallet the member. Every call of the page sends it, since the browser's cookie
 * may by then belong to another person.
 */
export interface PageOwner {
  readonly userId: string;
  readonly memberId: string | null;
}

export const PAGE_OWNER_HEADER = "x-closed-loop-page-owner";
export const PAGE_OWNER_PARAM = "pageOwner";

export function writePageOwner({ userId, memberId }: PageOwner): string {
  return memberId === null ? userId : `${userId}.${memberId}`;
}

export function readPageOwner(text: string | null | undefined): PageOwner | null {
  const [userId, memberId = null] = text?.split(".") ?? [];
  return userId ? { userId, memberId } : null;
}
