import { digest, digestLike, isEqualConstantTime, shorten } from "@/server/platform/crypto";
import { isRecordId } from "@/server/platform/ids";

/** Half of an HMAC-SHA-256: 128 bits. */
const PROOF_DIGITS = 32;

/** `<transactionId>-<proof>`: anyone who has it may read the receipt, and no one can forge one. */
export function receiptIdOf(transactionId: string): string {
  return `${transactionId}-${shorten(digest("receipt", transactionId), PROOF_DIGITS)}`;
}

export function readReceiptId(receiptId: string): string | null {
  const [transactionId = "", proof = "", ...rest] = receiptId.split("-");
  if (!isRecordId(transactionId) || rest.length > 0) return null;
  const expected = digestLike(proof, "receipt", transactionId);
  return expected && isEqualConstantTime(proof, shorten(expected, PROOF_DIGITS)) ? transactionId : null;
}
