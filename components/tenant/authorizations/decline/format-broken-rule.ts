import { formatMoney } from "@/server/contracts/format-money";
import type { AuthorizationDetail } from "@/server/trpc/types";

type BrokenRule = NonNullable<AuthorizationDetail["failedRule"]>;

type Say = (value: (name: string) => number, money: (amount: number) => string) => string | null;

const orLess = (money: string, otherwise: string) => `Charge ${money} or less, or ${otherwise}.`;

const SAY: Readonly<Record<string, Say>> = {
  "amount is within the agreement’s cap": (value, money) => {
    const [amount, cap] = [money(value("amount")), money(value("cap"))];
    return `${amount} is over the agreement’s ${cap} limit. ${orLess(cap, "request a new agreement")}`;
  },
  "amount is within the code’s maximum": (value, money) => {
    const [amount, most] = [money(value("amount")), money(value("maxAmount"))];
    return `${amount} is over the code’s ${most} limit. ${orLess(most, "ask for a new code")}`;
  },
  "amount is within the transaction limit": (value, money) => {
    const [amount, limit] = [money(value("transaction")), money(value("limit"))];
    return `${amount} is over the card’s limit of ${limit} a payment. ${orLess(limit, "ask for another card")}`;
  },
  "amount is within the daily limit": (value, money) => {
    const [amount, used, limit] = [value("amount"), value("used"), value("limit")];
    const left = limit - used;
    const act = left > 0 ? orLess(money(left), "ask for another card") : "Try again tomorrow, or ask for another card.";
    return `With ${money(used)} already spent today, ${money(amount)} is over the card’s daily limit of ${money(limit)}. ${act}`;
  },
  "card is not frozen": () => "The card is frozen. Ask for another card, or try again once it’s unfrozen.",
  "funds are available": (value, money) => {
    const available = value("available");
    const act = "try again once the account has funds";
    const next = available > 0 ? orLess(money(available), act) : "Try again once the account has funds.";
    return `${money(value("amount"))} is more than the ${money(Math.max(0, available))} available. ${next}`;
  },
};

const LEFT: Readonly<Record<string, (value: (name: string) => number) => number>> = {
  "amount is within the agreement’s cap": (value) => value("cap"),
  "amount is within the code’s maximum": (value) => value("maxAmount"),
  "amount is within the transaction limit": (value) => value("limit"),
  "amount is within the daily limit": (value) => value("limit") - value("used"),
  "funds are available": (value) => value("available"),
};

/** The amount that the failed rule would allow now. Null if it allows none, or shows no figures. */
export function remainingNow({ rule, saw }: BrokenRule): number | null {
  const values = new Map(saw.map(({ name, value }) => [name, value]));
  const left = LEFT[rule]?.((name) => Number(values.get(name) ?? Number.NaN)) ?? Number.NaN;
  // Removes floating-point noise; currencies have at most four decimals.
  return left > 0 ? Number(left.toFixed(4)) : null;
}

/** Describes a failed limit with its figures and a remedy. Null if the rule is no limit, or shows no figures. */
export function formatBrokenRule({ rule, saw }: BrokenRule, currency: string, locale: string): string | null {
  const values = new Map(saw.map(({ name, value }) => [name, value]));
  let isWhole = true;
  const value = (name: string) => {
    const found = values.get(name);
    if (typeof found === "number") return found;
    isWhole = false;
    return 0;
  };
  const said = SAY[rule]?.(value, (amount) => formatMoney(amount, currency, locale)) ?? null;
  return isWhole ? said : null;
}
