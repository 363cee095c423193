"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { formatMoney } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { useLocale } from "@/components/ui/values/locale";
import { useTenant } from "../shell/use-tenant";

const SHOWN = 3;

type SumFilter = Readonly<Record<string, string>>;

/** Keeps the previous sums until the new filter's arrive. */
export function useSums(filter: SumFilter) {
  const trpc = useTRPC();
  const { place } = useTenant();
  return useQuery({
    ...trpc.tenant.authorizations.sum.queryOptions({ ...place, ...filter }),
    placeholderData: keepPreviousData,
  });
}

/** How many the filters let through, and what they come to. */
export function Sums({ filter }: { readonly filter: SumFilter }) {
  const locale = useLocale();
  const { data } = useSums(filter);
  if (!data) return null;
  const count = data.count.toLocaleString(locale);
  if (data.isMore) return <p>More than {count} authorizations</p>;
  const sums = data.sums.filter(({ approved }) => approved > 0);
  const approved = sums.slice(0, SHOWN).map((sum) => formatMoney(sum.approved, sum.currency, locale));
  const captured = sums.slice(0, SHOWN).map((sum) => formatMoney(sum.captured, sum.currency, locale));
  const others = sums.length > SHOWN ? ` and ${sums.length - SHOWN} more currencies` : "";
  return (
    <p>
      {count} {data.count === 1 ? "authorization" : "authorizations"}
      {sums.length > 0
        ? ` · ${approved.join(", ")}${others} approved · ${captured.join(", ")}${others} captured`
        : null}
    </p>
  );
}
