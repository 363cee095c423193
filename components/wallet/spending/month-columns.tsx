"use client";

import { clsx } from "clsx";
import { formatMoney } from "@/components/shared/money/money";
import { useLocale } from "@/components/ui/values/locale";
import { useToday } from "@/components/ui/values/page-clock";
import type { MonthSpending } from "@/server/trpc/types";
import { nameMonth } from "./spending-input";

interface ColumnsProps {
  /** Newest first. */
  readonly months: readonly MonthSpending[];
  readonly currency: string;
  readonly chosen: string;
  readonly onChoose: (month: string) => void;
}

export function MonthColumns({ months, currency, chosen, onChoose }: ColumnsProps) {
  const locale = useLocale();
  const today = useToday();
  const columns = [...months].reverse().map(({ month, currencies }) => ({
    month,
    spent: currencies.find((sum) => sum.currency === currency)?.spent ?? 0,
  }));
  const most = Math.max(...columns.map(({ spent }) => spent));
  return (
    <fieldset aria-label="Month" className="grid grid-cols-6 gap-1 sm:gap-2">
      {columns.map(({ month, spent }) => {
        const isChosen = month === chosen;
        const name = nameMonth(month, locale, { today, width: "long" });
        return (
          <button
            key={month}
            type="button"
            aria-pressed={isChosen}
            aria-label={`${name}: ${formatMoney(spent, currency, locale)}`}
            onClick={() => onChoose(month)}
            className="group flex flex-col items-center gap-2 rounded-8 pt-2 pb-1 transition-colors hover:bg-hover"
          >
            <span aria-hidden className="flex h-24 w-full items-end justify-center">
              <span
                className={clsx(
                  "w-7 rounded-t-4 transition-colors",
                  isChosen ? "bg-accent" : "bg-line group-hover:bg-line-strong",
                )}
                style={{ height: `${most > 0 ? Math.max(3, (spent / most) * 100) : 3}%` }}
              />
            </span>
            <span className={clsx("text-12", isChosen ? "font-semibold text-text" : "text-muted")}>
              {nameMonth(month, locale, { today, width: "short" })}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
