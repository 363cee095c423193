import { Money } from "./money";

/** What is carried over to the next batch. Below zero it is a debt, and is shown in the warning color. */
export function Carried({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  return (
    <span className={amount < 0 ? "text-bad" : ""}>
      <Money amount={amount} currency={currency} />
    </span>
  );
}
