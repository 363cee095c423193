/**
 * Whose a page is: the person who was signed in when it was made, and in the wallet the member. Each call of the page says
 * so, since the browser's cookie may have become another person's meanwhile.
 */
export interface PageOwner {
  readonly userId: string;
  /** Null outside of the wallet. */
  readonly memberId: string | null;
}

/** Carries it in a call. */
export const PAGE_OWNER_HEADER = "x-closed-loop-page-owner";
/** Carries it in a link to a file, and in what opens a stream. */
export const PAGE_OWNER_PARAM = "pageOwner";

export function writePageOwner({ userId, memberId }: PageOwner): string {
  return memberId === null ? userId : `${userId}.${memberId}`;
}

export function readPageOwner(text: string | null | undefined): PageOwner | null {
  const [userId, memberId = null] = text?.split(".") ?? [];
  return userId ? { userId, memberId } : null;
}
