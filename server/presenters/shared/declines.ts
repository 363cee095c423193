import { memberWords, type PaidWith } from "@/server/contracts/decline-reasons";
import { isDeclineCode } from "@/server/domain/declines";
import { OWN_FREEZE, presentRepair, presentWhyDeclined } from "./why-declined";

/** Where the table has no words for what paid. */
const OTHER = {
  title: "Declined",
  why: "This payment isn’t allowed.",
  help: "Pay another way.",
};

/** Where it is known whose freeze it is, "if you froze it" would only puzzle. */
const UNFREEZE = "Unfreeze it, or pay with another card.";

interface Declined {
  readonly responseCode: string;
  /** The rules it went through. */
  readonly decision: unknown;
  readonly currency: string;
}

/** Null for an approved one. The sentence names the figures that it came to: they are the member's own. */
export function presentMemberDecline({ responseCode, decision, currency }: Declined, paidWith: PaidWith) {
  if (!isDeclineCode(responseCode)) return null;
  const words = memberWords(responseCode, paidWith) ?? OTHER;
  const why = presentWhyDeclined(decision, currency) ?? words.why;
  const help = why === OWN_FREEZE ? UNFREEZE : words.help;
  return { code: responseCode, title: words.title, why, help, repair: presentRepair(decision) };
}
