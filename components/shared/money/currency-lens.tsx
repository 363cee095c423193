"use client";

import { Chip } from "@/components/ui/forms/chip";
import { useKeptText } from "@/components/ui/storage/use-kept-text";

interface Lens {
  /** The viewer's choice. Null: none. */
  readonly currency: string | null;
  readonly choose: (currency: string | null) => void;
}

/** The currency filter of pages with money, shared by all of them and kept in this browser. */
export function useCurrencyLens(currencies: readonly string[]): Lens {
  const [kept, keep] = useKeptText("closed-loop.currency");
  return { currency: currencies.includes(kept) ? kept : null, choose: (currency) => keep(currency ?? "") };
}

interface CurrencyLensProps {
  readonly currencies: readonly string[];
  readonly lens: Lens;
  /** The default currency. Without it, all are shown, and a chip says so. */
  readonly main?: string | undefined;
}

export function CurrencyLens({ currencies, lens, main }: CurrencyLensProps) {
  if (currencies.length < 2) return null;
  const shown = lens.currency ?? main;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Currency</legend>
      {main ? null : (
        <Chip isOn={lens.currency === null} onClick={() => lens.choose(null)}>
          All currencies
        </Chip>
      )}
      {currencies.map((currency) => (
        <Chip key={currency} isOn={currency === shown} onClick={() => lens.choose(currency)}>
          {currency}
        </Chip>
      ))}
    </fieldset>
  );
}
