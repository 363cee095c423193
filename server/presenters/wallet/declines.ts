import { memberWords, type PaidWith } from "@/server/contracts/decline-reasons";
import { formatMoney } from "@/server/contracts/format-money";
import { isDeclineCode } from "@/server/domain/declines";
import { formatAmount } from "@/server/platform/money";
import { isRecord } from "../shared/values";

/** Where the table has no words for what paid. */
const OTHER = {
  title: "Declined",
  why: "This payment isn’t allowed.",
  help: "Pay another way.",
};

interface Declined {
  readonly responseCode: string;
  /** The rules it went through. */
  readonly decision: unknown;
  readonly currency: string;
}

/** Null for an approved one. A shortage names its figures: they are the member's own. */
export function presentMemberDecline({ responseCode, decision, currency }: Declined, paidWith: PaidWith) {
  if (!isDeclineCode(responseCode)) return null;
  const words = memberWords(responseCode, paidWith) ?? OTHER;
  const why = (responseCode === "51" && whyShort(decision, currency)) || words.why;
  return { code: responseCode, title: words.title, why, help: words.help };
}

function whyShort(decision: unknown, currency: string): string | null {
  const rules = isRecord(decision) && Array.isArray(decision.rules) ? decision.rules : [];
  const rule: unknown = rules.find((entry: unknown) => isRecord(entry) && entry.code === "51");
  const saw = isRecord(rule) && isRecord(rule.saw) ? rule.saw : {};
  const { amountMinor, availableMinor } = saw;
  if (typeof amountMinor !== "string" || typeof availableMinor !== "string") return null;
  const money = (minor: string) => formatMoney(formatAmount(BigInt(minor), currency), currency, "en-US");
  return `This payment was for ${money(amountMinor)}, and ${money(availableMinor)} was available.`;
}
