import { deriveKey, hmacSha256Hex, isEqualConstantTime } from "@/server/platform/crypto";
import { isRecordId } from "@/server/platform/ids";

/** Half of an HMAC-SHA-256: 128 bits that no one guesses. */
const PROOF_DIGITS = 32;

function proofOf(transactionId: string): string {
  return hmacSha256Hex(deriveKey("receipt"), transactionId).slice(0, PROOF_DIGITS);
}

/** `<transactionId>-<proof>`: anyone who has it may read the receipt, and no one can make one up. */
export function receiptIdOf(transactionId: string): string {
  return `${transactionId}-${proofOf(transactionId)}`;
}

/** The transaction a receipt id names, or null for one that we have not made. */
export function readReceiptId(receiptId: string): string | null {
  const [transactionId = "", proof = "", ...rest] = receiptId.split("-");
  if (!isRecordId(transactionId) || rest.length > 0) return null;
  return isEqualConstantTime(proof, proofOf(transactionId)) ? transactionId : null;
}
