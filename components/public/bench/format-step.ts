import { DEMO_CURRENCY } from "@/server/contracts/demo";
import { formatMoney } from "@/server/contracts/format-money";
import type { BenchPaid, BenchStep } from "@/server/contracts/portal/public/bench-run";
import { grouped } from "./run-state";

type Act = BenchStep["act"];

const money = (amount: number) => formatMoney(amount, DEMO_CURRENCY, "en-US");

const WHO: Readonly<Record<Act, string>> = {
  code: "Member",
  allow: "Member",
  sale: "Merchant",
  hold: "Merchant",
  capture: "Merchant",
  void: "Merchant",
  refund: "Merchant",
  increment: "Tenant",
};

export function whoOf(act: Act): string {
  return WHO[act];
}

const VERBS: Readonly<Record<Act, string>> = {
  code: "Make a code, up to",
  allow: "Let it through once",
  sale: "Charge",
  hold: "Hold",
  capture: "Capture",
  void: "Void",
  refund: "Refund",
  increment: "Raise by",
};

/** `Capture $5.00`. */
export function nameStep(act: Act, amount: number | null): string {
  if (act === "allow") return VERBS[act];
  return `${VERBS[act]} ${amount === null ? "all" : money(amount)}`;
}

export interface Said {
  readonly text: string;
  readonly tone: "good" | "bad" | "plain";
}

export function formatResult({ act, result }: Pick<BenchStep, "act" | "result">): Said {
  switch (result.kind) {
    case "code":
      return { text: grouped(result.code), tone: "plain" };
    case "allowed":
      return { text: "The next try passes", tone: "good" };
    case "refused":
      return { text: `Refused: ${result.code}`, tone: "bad" };
    case "payment":
      return describePaid(act, result);
  }
}

function describePaid(act: Act, { outcome, reason, payment }: BenchPaid): Said {
  if (outcome === "declined") return { text: `Declined ${reason}`, tone: "bad" };
  switch (act) {
    case "sale":
      return { text: "Approved and captured", tone: "good" };
    case "hold":
    case "increment":
      return { text: `Approved, ${money(payment.held)} held`, tone: "good" };
    case "capture":
      return { text: `Captured, ${money(payment.held)} still held`, tone: "good" };
    case "void":
      return { text: `Released, ${money(payment.held)} still held`, tone: "good" };
    default:
      return { text: `Returned, ${money(payment.captured - payment.refunded)} stays paid`, tone: "good" };
  }
}
