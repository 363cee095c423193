import { type ComponentProps, useMemo } from "react";
import { SearchChoice } from "@/components/ui/forms/search-choice";
import { useLocale } from "@/components/ui/values/locale";
import { CURRENCIES } from "@/server/contracts/currencies";

type CurrencyChoiceProps = Pick<ComponentProps<typeof SearchChoice>, "label" | "help" | "value" | "onChange" | "error">;

/** One of the network's currencies, found by its code or name. */
export function CurrencyChoice(props: CurrencyChoiceProps) {
  const locale = useLocale();
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: "currency" });
    // The locale may have no name for one; it is then its own.
    return CURRENCIES.map((value) => ({ value, label: [...new Set([value, names.of(value)])].join(" ") }));
  }, [locale]);
  return <SearchChoice {...props} placeholder="Search by code or name" options={options} />;
}
