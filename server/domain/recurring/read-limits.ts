import { INTERVALS } from "@/server/contracts/choices";
import { type DecimalAmount, parseCurrency, toMinor } from "@/server/platform/money";
import { invalidField } from "../errors";
import { type AgreementRow, askedCapOf } from "./agreement";

export interface MemberLimits {
  readonly maxAmount: DecimalAmount | null;
  readonly interval: AgreementRow["interval"];
  /** Confirms that what no one bounds stays open. */
  readonly noLimit: boolean;
}

type Approved = Pick<AgreementRow, "memberMaxMinor" | "memberInterval" | "isWithoutLimit">;

/** A member may lower the request, never raise it, and must bound what it left open or confirm. Throws `validation_error`. */
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
