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

export type Press =
  | { readonly act: "code"; readonly amount: BenchCap }
  | { readonly act: "sale" | "hold"; readonly amount: BenchAmount }
  | { readonly act: BenchMove; readonly amount: BenchPart | null }
  | { readonly act: "allow"; readonly amount: null };

/**
 * Ignores the second click of a double click, which could hit a button that has just replaced the first ("Void" in place of
 * "Hold").
 */
export function isMeant({ detail }: { readonly detail: number }): boolean {
  return detail < 2;
}

/** The press that a recorded step came from. Null if its amount is no longer offered. */
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
