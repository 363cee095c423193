import { clsx } from "clsx";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { Dollars } from "./dollars";

interface AmountsProps<Amount extends number | null> {
  readonly label: string;
  readonly amounts: readonly Amount[];
  readonly value: Amount;
  readonly onChange: (amount: Amount) => void;
}

/** A group of amount buttons. Null stands for the full remaining amount. */
export function Amounts<Amount extends number | null>({ label, amounts, value, onChange }: AmountsProps<Amount>) {
  return (
    <div className="flex items-center gap-3">
      <span className="text-12 text-muted">{label}</span>
      <fieldset
        aria-label={label}
        className="grid min-w-0 flex-1 auto-cols-fr grid-flow-col rounded-8 border border-line bg-raised p-1"
      >
        {amounts.map((amount) => (
          <PlainButton
            key={amount ?? "all"}
            aria-pressed={amount === value}
            onClick={() => onChange(amount)}
            className={clsx(
              "h-8 rounded-4 text-13 font-medium transition-colors",
              amount === value ? "bg-page text-text shadow-[0_0_0_1px_var(--line)]" : "text-muted hover:text-text",
            )}
          >
            {amount === null ? "All" : <Dollars amount={amount} />}
          </PlainButton>
        ))}
      </fieldset>
    </div>
  );
}
