import { lastingDigest, unnamed } from "@/server/platform/crypto";
import type { AuthorizationRow } from "../authorization";
import { WORDS } from "./words";

/**
 * Two words that the till and the phone both show for a payment by code, so that two people can see that they mean the same
 * payment. Derived from the payment's id under the server's key: no one can choose them, know them before the payment is made,
 * or make a till show them for another. About a million pairs; the two words always differ.
 *
 * Null for declines, payments by card or agreement, and increments.
 */
export function matchWords(
  row: Pick<AuthorizationRow, "id" | "outcome" | "paymentCodeId" | "parentId">,
): string | null {
  if (row.outcome !== "approved" || row.paymentCodeId === null || row.parentId !== null) return null;
  const hex = unnamed(lastingDigest("match-words", row.id));
  const first = Number.parseInt(hex.slice(0, 8), 16) % WORDS.length;
  const step = 1 + (Number.parseInt(hex.slice(8, 16), 16) % (WORDS.length - 1));
  return `${WORDS[first]} ${WORDS[(first + step) % WORDS.length]}`;
}
