import { Money } from "./money";

/** What is carried over to the next batch: below zero it is owed, and stands out for whoever sees it. */
export function Carried({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  return (
    <span className={amount < 0 ? "text-bad" : ""}>
      <Money amount={amount} currency={currency} />
    </span>
  );
}
