import { PAYOUT_STATES } from "@/server/contracts/choices";
import { stateOf } from "./states";

/** `unanswered`: sent days ago, and no bank statement has said what became of it. */
export const PAYOUT_FILTERS = [
  ...PAYOUT_STATES.map((value) => ({ value, label: stateOf(value).word })),
  { value: "unanswered", label: "Unanswered for 3 days" },
] as const;
