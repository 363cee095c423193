import { formatMoney } from "@/server/contracts/format-money";
import type { NamedDecision } from "@/server/domain/authorizations";
import { formatAmount } from "@/server/platform/money";

type Saw = Readonly<Record<string, unknown>>;

interface Case {
  readonly saw: Saw;
  readonly currency: string;
  /** Whether the rule is the member's own, so that they could override it. */
  readonly isOwnDoing: boolean;
}

function money(minor: unknown, currency: string): string | null {
  if (typeof minor !== "string" || !/^-?\d+$/.test(minor)) return null;
  return formatMoney(formatAmount(BigInt(minor), currency), currency, "en-US");
}

function say(figures: readonly (string | null)[], sentence: (...figures: string[]) => string): string | null {
  const known = figures.filter((figure) => figure !== null);
  return known.length === figures.length ? sentence(...known) : null;
}

/** In ISO form; the page formats it for its reader. */
function day(moment: unknown): string | null {
  if (typeof moment !== "string") return null;
  const at = new Date(moment);
  return Number.isNaN(at.getTime()) ? null : at.toISOString().slice(0, 10);
}

const whose = (isOwnDoing: boolean) => (isOwnDoing ? "your" : "the card’s");

function sayAnswer({ status }: Saw): string | null {
  if (status === "Denied") return "The merchant asked you about this charge, and you denied it.";
  if (status === "Expired") return "The merchant asked you about this charge, and you didn’t answer in time.";
  if (status !== "Withdrawn") return null;
  return "The merchant asked you about this charge, and the agreement was charged or revoked before you answered.";
}

export const OWN_FREEZE = "You froze this card.";

/** Sentences by failed rule, containing the member's own figures. Null if those are unknown. */
const SENTENCES: Readonly<Record<string, (decline: Case) => string | null>> = {
  "card-not-frozen": ({ isOwnDoing }) => (isOwnDoing ? OWN_FREEZE : null),
  "transaction-limit": ({ saw, currency, isOwnDoing }) =>
    say(
      [money(saw.transactionMinor, currency), money(saw.limitMinor, currency)],
      (amount, limit) => `This payment came to ${amount}, and ${whose(isOwnDoing)} limit for one payment is ${limit}.`,
    ),
  "daily-amount": ({ saw, currency, isOwnDoing }) =>
    say(
      [money(saw.amountMinor, currency), money(saw.usedMinor, currency), money(saw.limitMinor, currency)],
      (amount, used, limit) =>
        `This payment was for ${amount} after ${used} earlier that day, and ${whose(isOwnDoing)} limit for a day is ${limit}.`,
    ),
  "daily-count": ({ saw: { used, limit }, isOwnDoing }) =>
    typeof used === "number" && typeof limit === "number"
      ? `The card had made ${used} payments that day, and ${whose(isOwnDoing)} limit is ${limit}.`
      : null,
  "code-maximum": ({ saw, currency }) =>
    say(
      [money(saw.amountMinor ?? saw.transactionMinor, currency), money(saw.maxAmountMinor, currency)],
      (amount, cap) => `This payment came to ${amount}, and the code’s cap is ${cap}.`,
    ),
  "agreement-cap": ({ saw, currency }) =>
    say(
      [money(saw.amountMinor, currency), money(saw.capMinor, currency)],
      (amount, cap) => `This charge was for ${amount}, and you allowed at most ${cap} a charge.`,
    ),
  "agreement-interval": ({ saw }) =>
    say([day(saw.nextChargeOn)], (next) => `The charge came too early: the next one is due on ${next}.`),
  "asked-over-cap": ({ saw }) => sayAnswer(saw),
  "asked-too-early": ({ saw }) => sayAnswer(saw),
  "allowed-once": ({ saw, currency }) =>
    say(
      [money(saw.transactionMinor, currency), money(saw.allowedMinor, currency)],
      (amount, allowed) => `This brought the payment to ${amount}, and you allowed ${allowed}.`,
    ),
  funds: ({ saw, currency }) =>
    say(
      [money(saw.amountMinor, currency), money(saw.availableMinor, currency)],
      (amount, available) => `This payment was for ${amount}, and ${available} was available.`,
    ),
};

/** Advice that a member can follow, by failed rule. Limits and freezes only if they are the member's own. */
const REPAIRS: Readonly<Record<string, { readonly repair: Repair; readonly isOwnOnly: boolean }>> = {
  "card-not-frozen": { repair: "unfreeze", isOwnOnly: true },
  "transaction-limit": { repair: "limits", isOwnOnly: true },
  "daily-amount": { repair: "limits", isOwnOnly: true },
  "daily-count": { repair: "limits", isOwnOnly: true },
  "code-maximum": { repair: "code", isOwnOnly: false },
  "agreement-cap": { repair: "agreement", isOwnOnly: false },
};

type Repair = "unfreeze" | "limits" | "code" | "agreement";

export type FailedRules = Pick<NamedDecision, "rules" | "hint"> | null;

function failedOf(decision: FailedRules) {
  const failed = decision?.rules.find(({ passed }) => !passed);
  return decision && failed && { id: failed.id, saw: failed.saw, isOwnDoing: "rescue" in decision.hint };
}

export function presentRepair(decision: FailedRules): Repair | null {
  const failed = failedOf(decision);
  const found = failed && REPAIRS[failed.id];
  return found && (failed.isOwnDoing || !found.isOwnOnly) ? found.repair : null;
}

/** A specific reason for a decline; null if the generic text says everything. */
export function presentWhyDeclined(decision: FailedRules, currency: string): string | null {
  const failed = failedOf(decision);
  if (!failed) return null;
  return SENTENCES[failed.id]?.({ saw: failed.saw, currency, isOwnDoing: failed.isOwnDoing }) ?? null;
}
