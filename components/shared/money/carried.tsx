import { Money } from "./money";

/** The balance carried over to the next batch. A negative one is a debt, shown in the error color. */
export function Carried({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  return (
    <span className={amount < 0 ? "text-bad" : ""}>
      <Money amount={amount} currency={currency} />
    </span>
  );
}
