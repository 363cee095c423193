import { formatMoney } from "@/server/contracts/format-money";
import type { AuthorizationDetail } from "@/server/trpc/types";

export type Seen = AuthorizationDetail["decision"]["rules"][number]["saw"];

const NAMES: Readonly<Record<string, string>> = {
  approvedCount: "approved before",
  average: "usually",
  avsResult: "address check",
  cvvResult: "security code",
  expiresOn: "expires",
  isPinRight: "PIN right",
  knowsDevice: "device known",
  knowsMerchant: "merchant known",
  hasDevice: "device named",
  mcc: "category",
  mode: "entry mode",
  nextUseOn: "next use",
  withinTenMinutes: "payments in ten minutes",
};

/** Compares two ids in words, because the ids themselves tell a reader nothing. */
const SAID: Readonly<Record<string, (id: string | null, of: (name: string) => Seen[number]["value"]) => string>> = {
  boundTo: (id, of) =>
    id === null ? "made for any merchant" : `made for ${id === of("merchant") ? "this" : "another"} merchant`,
};

const ID = /^[0-9A-Za-z]{17}$/;

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The values a rule compared, in one line: `amount: $50.00 · available: $12.00`. */
export function formatSeen(saw: Seen, currency: string, locale: string): string {
  const show = (value: Seen[number]["value"]) => {
    if (value === null) return "none";
    if (typeof value === "number") return formatMoney(value, currency, locale);
    return MOMENT.test(value) ? `${value.slice(0, 16).replace("T", " ")} UTC` : value;
  };
  const of = (name: string) => saw.find((seen) => seen.name === name)?.value ?? null;
  return saw
    .flatMap(({ name, value }) => {
      const said = SAID[name];
      if (said) return [said(value === null ? null : String(value), of)];
      return name === "merchant" && ID.test(String(value)) ? [] : [`${formatName(name)}: ${show(value)}`];
    })
    .join(" · ");
}

/** `isPinRight`: pin right. */
function formatName(name: string): string {
  return (
    NAMES[name] ??
    name
      .replace(/^(is|has)(?=[A-Z])/, "")
      .replace(/([A-Z])/g, " $1")
      .trim()
      .toLowerCase()
  );
}
