import type { DISPUTE_OUTCOMES, DISPUTE_REASONS } from "@/server/contracts/choices";

type Reason = (typeof DISPUTE_REASONS)[number];
type Outcome = (typeof DISPUTE_OUTCOMES)[number];

export const DISPUTE_REASON_WORDS: Readonly<Record<Reason, string>> = {
  not_recognized: "Not recognized",
  wrong_amount: "Wrong amount",
  duplicate: "Charged twice",
  not_delivered: "Nothing received",
};

export const DISPUTE_OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  refunded: "Refunded",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
};
