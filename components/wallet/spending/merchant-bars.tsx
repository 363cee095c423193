import { Money } from "@/components/shared/money/money";
import { Link } from "@/components/ui/navigation/link";
import { Count } from "@/components/ui/values/count";
import type { MonthSpending } from "@/server/trpc/types";

type CurrencySpending = MonthSpending["currencies"][number];

interface BarsProps {
  readonly spending: CurrencySpending;
  readonly most: number;
}

export function MerchantBars({ spending: { currency, merchants, others }, most }: BarsProps) {
  const shown = merchants.slice(0, most);
  const longest = shown[0]?.spent ?? 0;
  const rest = merchants.slice(most).reduce((sum, { spent }) => sum + spent, others);
  return (
    <ul className="flex flex-col">
      {shown.map(({ id, merchant, spent, payments }) => (
        <li key={`${id} ${merchant}`}>
          <Link
            href={`/wallet/activity?search=${encodeURIComponent(merchant)}`}
            className="-mx-2 block rounded-8 px-2 py-2 transition-colors hover:bg-hover"
          >
            <span className="flex items-baseline justify-between gap-4 text-14">
              <span className="relative min-w-0 truncate">
                {merchant}
                <span className="sr-only">
                  , <Count of={payments} one="payment" />
                </span>
              </span>
              <span className="shrink-0 font-medium">
                <Money amount={spent} currency={currency} />
              </span>
            </span>
            <Bar share={longest > 0 ? spent / longest : 0} />
          </Link>
        </li>
      ))}
      {rest > 0 ? (
        <li className="flex items-baseline justify-between gap-4 py-2 text-14 text-muted">
          Everywhere else <Money amount={rest} currency={currency} />
        </li>
      ) : null}
    </ul>
  );
}

/** Decorative: the amount is beside it. */
function Bar({ share }: { readonly share: number }) {
  return (
    <span aria-hidden className="mt-1.5 block h-1 overflow-hidden rounded-full bg-hover">
      <span className="block h-full rounded-full bg-accent" style={{ width: `${Math.max(1, share * 100)}%` }} />
    </span>
  );
}
