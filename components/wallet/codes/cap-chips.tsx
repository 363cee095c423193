"use client";

import { Chip } from "@/components/ui/forms/chip";
import { useLocale } from "@/components/ui/values/locale";
import { inCurrency } from "@/server/contracts/currencies";
import { capsOf } from "./code-caps";

interface CapChipsProps {
  readonly currency: string;
  readonly value: number | null;
  readonly isBusy?: boolean;
  readonly onChoose: (cap: number) => void;
  readonly onOther?: () => void;
}

const WHOLE = { minimumFractionDigits: 0, maximumFractionDigits: 0 };

export function CapChips({ currency, value, isBusy = false, onChoose, onOther }: CapChipsProps) {
  // All caps are whole numbers; decimals would take too much space on a phone.
  const amount = new Intl.NumberFormat(useLocale(), { ...inCurrency(currency), ...WHOLE });
  return (
    <fieldset aria-label="At most" disabled={isBusy} className="flex flex-wrap justify-center gap-2">
      {capsOf(currency).map((cap) => (
        <Chip key={cap} isOn={cap === value} onClick={() => (cap === value ? undefined : onChoose(cap))}>
          {amount.format(cap)}
        </Chip>
      ))}
      {onOther ? (
        <Chip isOn={false} onClick={onOther}>
          Other
        </Chip>
      ) : null}
    </fieldset>
  );
}
