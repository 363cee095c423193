import {
  BENCH_AMOUNTS,
  BENCH_CAPS,
  BENCH_PARTS,
  type BenchAmount,
  type BenchCap,
  type BenchMove,
  type BenchPart,
} from "@/server/contracts/demo";
import type { BenchStep } from "@/server/contracts/portal/public/bench-run";

/** One press: on the phone, or at the till. */
export type Press =
  | { readonly act: "code"; readonly amount: BenchCap }
  | { readonly act: "sale" | "hold"; readonly amount: BenchAmount }
  | { readonly act: BenchMove; readonly amount: BenchPart | null }
  | { readonly act: "allow"; readonly amount: null };

/** The second click of a double click lands on what the first put there, say "Void" where "Hold" was: nobody meant that. */
export function isMeant({ detail }: { readonly detail: number }): boolean {
  return detail < 2;
}

/** What was pressed, of a step as it was recorded. */
export function pressOf({ act, amount }: BenchStep): Press | null {
  if (act === "allow") return { act, amount: null };
  if (act === "code") return withAmount(BENCH_CAPS, amount, (cap) => ({ act, amount: cap }));
  if (act === "sale" || act === "hold") return withAmount(BENCH_AMOUNTS, amount, (one) => ({ act, amount: one }));
  return amount === null ? { act, amount } : withAmount(BENCH_PARTS, amount, (part) => ({ act, amount: part }));
}

function withAmount<Amount extends number>(
  amounts: readonly Amount[],
  amount: number | null,
  press: (amount: Amount) => Press,
): Press | null {
  const found = amounts.find((one) => one === amount);
  return found === undefined ? null : press(found);
}
