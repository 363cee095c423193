import { calendarDay, startOfDay } from "@/server/contracts/calendar-days";
import { getPool } from "@/server/db/pool";
import { type DecimalAmount, isCurrency } from "@/server/platform/money";
import { requireActiveTenant } from "../authority";
import type { MerchantCaller } from "../caller";
import type { Decision } from "../declines";
import { invalidField, unknownReference } from "../errors";
import { findMerchant } from "../merchants";
import { dayIn } from "../recurring-periods";
import { requireMinor } from "../require-minor";
import { type AgreementRow, hasEnded, nextChargeFrom } from "./agreement";
import { decideCharge } from "./decide-charge";
import { getAgreement } from "./get-agreement";

interface PreflightInput {
  readonly id: string;
  readonly amount: DecimalAmount;
  readonly currency: string | null;
  /** A day in the agreement's time zone; null means today. */
  readonly on: string | null;
}

export interface Preflight {
  readonly agreement: AgreementRow;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly on: string;
  readonly decision: Decision;
  /** First day of the next charge, if this one is too early and there is a next. */
  readonly earliestOn: Date | null;
}

/**
 * Whether the agreement's terms and the merchant's standing would allow a charge on a day, by the charge's own rules. Ignores
 * the account: a member's funds and risk must not be probed without a payment on record (decision 229). Writes nothing.
 * Throws `tenant_suspended`, `recurring_authorization_not_found`, `invalid_reference`, `validation_error`.
 */
export async function preflightCharge(caller: MerchantCaller, input: PreflightInput): Promise<Preflight> {
  requireActiveTenant(caller);
  const agreement = await getAgreement(caller, input);
  const { timeZone } = agreement;
  const currency = input.currency ?? agreement.currency;
  if (!isCurrency(currency)) throw unknownReference("currency");
  const amountMinor = requireMinor(input.amount, currency);
  const today = calendarDay(caller.now, timeZone);
  const on = input.on ?? today;
  if (on < today) throw invalidField("on", `is past: today is ${today} in ${timeZone}`);
  const merchant = await findMerchant(getPool(), { id: caller.merchantId, environment: caller.environment });
  if (!merchant) throw new Error("an agreement without its merchant");
  const now = on === today ? caller.now : startOfDay(on, timeZone);
  const unasked = { availableMinor: null, described: null, risk: null };
  const decision = decideCharge({ now, agreement, merchant, amountMinor, currency, ...unasked });
  return { agreement, amountMinor, currency, on, decision, earliestOn: findEarliest(agreement, decision) };
}

function findEarliest(agreement: AgreementRow, decision: Decision): Date | null {
  const from = nextChargeFrom(agreement);
  if (decision.outcome === "approved" || decision.hint.limit !== "interval" || from === null) return null;
  return hasEnded(agreement, from) ? null : dayIn(agreement.timeZone, from);
}
