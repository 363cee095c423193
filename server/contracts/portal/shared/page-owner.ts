/**
 * The person a page was rendered for, and in the wallet the member. Every call of the page sends it, since the browser's cookie
 * may by then belong to another person.
 */
export interface PageOwner {
  readonly userId: string;
  /** Null outside the wallet. */
  readonly memberId: string | null;
}

/** Header used by calls. */
export const PAGE_OWNER_HEADER = "x-closed-loop-page-owner";
/** Query parameter used by file links and streams. */
export const PAGE_OWNER_PARAM = "pageOwner";

export function writePageOwner({ userId, memberId }: PageOwner): string {
  return memberId === null ? userId : `${userId}.${memberId}`;
}

export function readPageOwner(text: string | null | undefined): PageOwner | null {
  const [userId, memberId = null] = text?.split(".") ?? [];
  return userId ? { userId, memberId } : null;
}
