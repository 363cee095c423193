import { capitalized } from "@/server/contracts/text/capitalized";

type Json = Readonly<Record<string, unknown>>;

export interface Detail {
  readonly name: string;
  readonly value: string;
  readonly isMoment: boolean;
}

const LIMITS: Readonly<Record<string, string>> = {
  transaction: "Amount of one payment",
  "daily-amount": "Amount a day",
  "daily-count": "Payments a day",
  code: "Maximum of the code",
  agreement: "Cap of the agreement",
  interval: "Time between charges",
  "last-day": "Last day of the agreement",
  charges: "Number of charges",
  "allowed-once": "Amount the member allowed",
};

const RULES: Readonly<Record<string, string>> = {
  mcc: "Merchant category",
  channel: "Channel",
  mode: "Entry mode",
  currency: "Currency",
  recurring: "Recurring code",
  agreement: "Agreement",
};

const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const text = (name: string, value: unknown): Detail => ({ name, value: formatValue(value), isMoment: false });

function formatValue(value: unknown): string {
  if (value === null) return "None";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function formatDetail([key, value]: readonly [string, unknown]): Detail[] {
  if (key === "limit") return [text("Limit", LIMITS[String(value)] ?? value)];
  if (key === "rule") return [text("Rule", RULES[String(value)] ?? value)];
  if (key === "currency") return [text("Asked in", value)];
  if (key === "accountCurrency") return [text("Account in", value)];
  if (key === "rescue" && isRecord(value) && typeof value.until === "string") {
    return [{ name: "Member can allow a retry until", value: value.until, isMoment: true }];
  }
  if (key === "chargeRequest" && isRecord(value)) {
    return [text("Charge request", value.id), text("Member’s answer", value.status)];
  }
  return [text(capitalized(key), value)];
}

/** The `details` of a decline in words. Unknown ones are shown unchanged. */
export function formatDetails(details: Json): readonly Detail[] {
  return Object.entries(details).flatMap(formatDetail);
}
