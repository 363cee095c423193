"use client";

import { clsx } from "clsx";
import { FilterGroup } from "./filter-group";
import { useQueryString } from "./use-query-string";

interface FilterChipsProps {
  /** What is filtered by: "Status". */
  readonly label: string;
  /** Its name in the address. */
  readonly name: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** What holds where the address says nothing; without it all do. */
  readonly initial?: string;
}

/** One of a few, or all: pressed again it is off. */
export function FilterChips({ label, name, options, initial }: FilterChipsProps) {
  const { values, set } = useQueryString();
  const chosen = values.get(name) ?? initial;
  return (
    <FilterGroup label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
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
        </button>
      ))}
    </FilterGroup>
  );
}
