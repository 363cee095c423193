/**
 * Response codes this network declines with: ISO 8583, and R1 of the card schemes for a revoked agreement. `title` is
 * the record's reasonTitle, `message` the caller's. The rules that decline stand with each noun; the reference shows this.
 */
export const DECLINE_REASONS = {
  "14": { title: "Invalid card", message: "The card or code is closed or unknown." },
  "03": { title: "Invalid merchant", message: "The merchant can't take payments." },
  "54": { title: "Expired card", message: "The card or code has expired." },
  "62": { title: "Restricted card", message: "The card or code is restricted." },
  "55": { title: "Incorrect PIN", message: "The PIN is wrong." },
  "75": { title: "PIN tries exceeded", message: "The code is locked after too many wrong PINs." },
  "57": { title: "Not permitted", message: "The card, code, or agreement doesn't allow this transaction." },
  "61": { title: "Exceeds amount limit", message: "The amount is over a limit of the card, code, or agreement." },
  "65": {
    title: "Exceeds count limit",
    message: "The card, code, or agreement has reached its number of uses for now.",
  },
  "51": { title: "Insufficient funds", message: "The account doesn't have enough available funds." },
  "05": { title: "Do not honor", message: "The payment was declined." },
  R1: { title: "Revocation of authorization", message: "The recurring authorization was revoked." },
} as const;

export type DeclineCode = keyof typeof DECLINE_REASONS;

export function isDeclineCode(code: string): code is DeclineCode {
  return Object.hasOwn(DECLINE_REASONS, code);
}
