import { formatMoney } from "@/server/contracts/format-money";
import { formatAmount } from "@/server/platform/money";
import type { Told } from "./select-push-devices";

const MAX_NAME = 60;

/** A name that others chose, as one line without invisible characters or bidi controls. */
export function formatSender(name: string): string {
  const line = name
    .toWellFormed()
    .replace(/[\s\p{Z}\p{Cc}]+/gu, " ")
    .replace(/[\p{Cf}\p{Co}\p{Cn}\uFFFD]/gu, "")
    .trim();
  const characters = [...line];
  return characters.length > MAX_NAME
    ? `${characters
        .slice(0, MAX_NAME - 1)
        .join("")
        .trimEnd()}…`
    : line;
}

export function formatSum(minor: bigint, currency: string): string {
  return formatMoney(formatAmount(minor, currency), currency, "en-US");
}

/** Names the wallet, and says whether the money is real. */
export function formatPushBody({ environment, tenant }: Pick<Told, "environment" | "tenant">, text: string): string {
  return `${formatSender(tenant)}${environment === "test" ? " (test data)" : ""}: ${text}`;
}
