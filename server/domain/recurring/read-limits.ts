import { INTERVALS } from "@/server/contracts/choices";
import { type DecimalAmount, parseCurrency, toMinor } from "@/server/platform/money";
import { invalidField } from "../errors";
import { type AgreementRow, askedCapOf } from "./agreement";

/** What a member sets when approving. */
export interface MemberLimits {
  /** The most one charge may come to; null: as the merchant asked. */
  readonly maxAmount: DecimalAmount | null;
  /** How often at most; null: as the merchant asked. */
  readonly interval: AgreementRow["interval"];
  /** What neither the merchant nor the member bounds is meant to stay open. */
  readonly noLimit: boolean;
}

type Approved = Pick<AgreementRow, "memberMaxMinor" | "memberInterval" | "isWithoutLimit">;

/**
 * What the member approves. A member may lower what was asked, not raise it, and must bound what the merchant left
 * open, or say that it is meant to stay so. Throws `validation_error`.
 */
export function readLimits(agreement: AgreementRow, given: MemberLimits): Approved {
  const memberMaxMinor = readCap(agreement, given.maxAmount);
  const memberInterval = readInterval(agreement, given.interval);
  const isCapOpen = memberMaxMinor === null && askedCapOf(agreement) === null;
  const isIntervalOpen = memberInterval === null && agreement.interval === null;
  if (!given.noLimit && isCapOpen) throw invalidField("maxAmount", openMessage("how much a charge may come to"));
  if (!given.noLimit && isIntervalOpen) throw invalidField("interval", openMessage("how often it may charge"));
  return { memberMaxMinor, memberInterval, isWithoutLimit: isCapOpen || isIntervalOpen };
}

function openMessage(what: string): string {
  return `is required, or set noLimit: the merchant left open ${what}`;
}

function readCap(agreement: AgreementRow, maxAmount: DecimalAmount | null): bigint | null {
  if (maxAmount === null) return null;
  const currency = parseCurrency(agreement.currency);
  const minor = toMinor(maxAmount, currency);
  if (minor === null) throw invalidField("maxAmount", `has more decimals than ${currency} allows`);
  const asked = askedCapOf(agreement);
  if (asked !== null && minor > asked) throw invalidField("maxAmount", "must not be more than the merchant requested");
  return minor;
}

function readInterval(agreement: AgreementRow, interval: AgreementRow["interval"]): AgreementRow["interval"] {
  if (interval === null || agreement.interval === null) return interval;
  if (INTERVALS.indexOf(interval) >= INTERVALS.indexOf(agreement.interval)) return interval;
  throw invalidField("interval", "must not be more frequent than the merchant requested");
}
