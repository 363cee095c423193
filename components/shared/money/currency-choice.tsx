import { type ComponentProps, useMemo } from "react";
import { SearchChoice } from "@/components/ui/forms/search/search-choice";
import { useLocale } from "@/components/ui/values/locale";
import { CURRENCIES } from "@/server/contracts/currencies";

type CurrencyChoiceProps = Pick<ComponentProps<typeof SearchChoice>, "label" | "help" | "value" | "onChange" | "error">;

export function CurrencyChoice(props: CurrencyChoiceProps) {
  const locale = useLocale();
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: "currency" });
    // A locale without a name for the currency returns the code itself.
    return CURRENCIES.map((value) => ({ value, label: [...new Set([value, names.of(value)])].join(" ") }));
  }, [locale]);
  return <SearchChoice {...props} placeholder="Search by code or name" options={options} />;
}
