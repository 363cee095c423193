import type { DeclineCode } from "@/server/domain/declines";
import { DomainError } from "@/server/domain/errors";

const WHY: Partial<Readonly<Record<DeclineCode, string>>> = {
  "03": "the merchant can’t take payments at the moment",
  "05": "the payment looks unusual",
  "51": "the account doesn’t have enough money available",
  "65": "the agreement allows no more charges",
};

/** A charge that its member approved and something else is in the way of. */
export function cannotChargeNow(code: DeclineCode): DomainError {
  const why = WHY[code] ?? "it would be declined";
  return new DomainError("charge_not_possible", `Nothing was charged: ${why}. The request still waits for an answer.`, {
    details: { reasonCode: code },
  });
}
