import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { useIsHydrated } from "@/components/ui/forms/use-is-hydrated";
import { borderOf, Labelled, type LabelledProps } from "./labelled";

interface SelectFieldProps extends LabelledProps, Omit<ComponentProps<"select">, "className" | "id"> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly placeholder: string;
}

export function SelectField({ label, help, error, options, placeholder, ...select }: SelectFieldProps) {
  const isHydrated = useIsHydrated();
  return (
    <Labelled label={label} help={help} error={error}>
      {(ties) => (
        <select
          {...select}
          {...ties}
          disabled={select.disabled || !isHydrated}
          className={clsx("h-11 px-3 text-16", borderOf(error))}
        >
          <option value="" disabled>
            {placeholder}
          </option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
