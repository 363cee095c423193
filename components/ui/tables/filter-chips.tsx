"use client";

import { clsx } from "clsx";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { FilterGroup } from "./filter-group";
import { useQueryString } from "./use-query-string";

interface FilterChipsProps {
  readonly label: string;
  /** The query parameter. */
  readonly name: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The default option. Without it, the default is all. */
  readonly initial?: string;
}

export function FilterChips({ label, name, options, initial }: FilterChipsProps) {
  const { values, set } = useQueryString();
  const chosen = values.get(name) ?? initial;
  return (
    <FilterGroup label={label}>
      {options.map((option) => (
        <PlainButton
          key={option.value}
          aria-pressed={chosen === option.value}
          onClick={() => set({ [name]: chosen === option.value ? null : option.value })}
          className={clsx(
            "h-8 rounded-full border px-3 text-13 font-medium whitespace-nowrap transition-colors",
            chosen === option.value
              ? "border-accent bg-accent-fill text-accent"
              : "border-line text-muted hover:bg-hover hover:text-text",
          )}
        >
          {option.label}
        </PlainButton>
      ))}
    </FilterGroup>
  );
}
