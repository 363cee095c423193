import { memberWords, type PaidWith } from "@/server/contracts/decline-reasons";
import { isDeclineCode } from "@/server/domain/declines";
import { type FailedRules, OWN_FREEZE, presentRepair, presentWhyDeclined } from "./why-declined";

/** For codes without words for this way of paying. */
const OTHER = {
  title: "Declined",
  why: "This payment isn’t allowed.",
  help: "Pay another way.",
};

/** Replaces "if you froze it" when it is known who froze the card. */
const UNFREEZE = "Unfreeze it, or pay with another card.";

interface Declined {
  readonly responseCode: string;
  readonly decision: FailedRules;
  readonly currency: string;
}

/** Null if approved. The sentence contains figures, which are the member's own. */
export function presentMemberDecline({ responseCode, decision, currency }: Declined, paidWith: PaidWith) {
  if (!isDeclineCode(responseCode)) return null;
  const words = memberWords(responseCode, paidWith) ?? OTHER;
  const why = presentWhyDeclined(decision, currency) ?? words.why;
  const help = why === OWN_FREEZE ? UNFREEZE : words.help;
  return { code: responseCode, title: words.title, why, help, repair: presentRepair(decision) };
}
