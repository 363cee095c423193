import fc from "fast-check";

/**
 * One step of a random sequence. `target`, `transaction`, and `card` are taken modulo the number available; amounts are in
 * cents.
 */
export type Command =
  | { readonly do: "authorize"; readonly card: number; readonly amount: number; readonly isCardPresent: boolean }
  | { readonly do: "increment"; readonly target: number; readonly amount: number }
  | { readonly do: "capture"; readonly target: number; readonly amount: number | null }
  | { readonly do: "void"; readonly target: number; readonly amount: number | null }
  | {
      readonly do: "reverse";
      readonly target: number;
      readonly amount: number | null;
      readonly kind: "void" | "refund" | null;
    }
  | { readonly do: "sell"; readonly card: number; readonly amount: number }
  | { readonly do: "refund"; readonly transaction: number; readonly amount: number | null }
  | { readonly do: "settle" }
  | { readonly do: "advance"; readonly hours: number }
  | { readonly do: "freeze" | "unfreeze"; readonly card: number }
  | { readonly do: "price"; readonly rateBps: number; readonly fixed: number }
  | { readonly do: "returnFees"; readonly isOn: boolean }
  | { readonly do: "expire" };

/** Few amounts, so that exact limits, exact remainders, and values one cent off are likely. */
const amount = fc.constantFrom(1, 499, 500, 1_000, 1_500, 2_000, 3_999, 4_000, 4_001, 6_000, 10_000);
const amountOrAll = fc.option(amount, { nil: null, freq: 3 });
const kind = fc.constantFrom("void", "refund", null);
/** Includes halves of a cent, everything, and nothing. */
const rateBps = fc.constantFrom(0, 1, 140, 150, 3_333, 10_000);
const target = fc.nat({ max: 11 });
const card = fc.nat({ max: 3 });

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("authorize"), card, amount, isCardPresent: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("capture"), target, amount: amountOrAll }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("reverse"), target, amount: amountOrAll, kind }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("increment"), target, amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("void"), target, amount: amountOrAll }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("sell"), card, amount }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("refund"), transaction: target, amount: amountOrAll }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("settle") }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("advance"), hours: fc.constantFrom(1, 14, 24, 72, 168) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("expire") }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("price"), rateBps, fixed: fc.constantFrom(0, 1, 10, 600) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("returnFees"), isOn: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("freeze", "unfreeze"), card }) },
);

export function commands(maxLength: number): fc.Arbitrary<Command[]> {
  return fc.array(command, { minLength: 1, maxLength, size: "max" });
}
