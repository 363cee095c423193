"use client";

import { clsx } from "clsx";
import { RadioGroup } from "radix-ui";
import { type ReactNode, useId } from "react";
import { useIsHydrated } from "@/components/ui/forms/use-is-hydrated";

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  /** Right-aligned, for comparing options. */
  readonly note?: ReactNode;
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** `row`: short words side by side. `list`: stacked, with notes. */
  readonly layout?: "row" | "list";
}

export function Choice<Value extends string>({ label, options, value, onChange, layout = "row" }: ChoiceProps<Value>) {
  const id = useId();
  const isHydrated = useIsHydrated();
  const isRow = layout === "row";
  return (
    <div className="flex flex-col gap-1">
      <span id={id} className="text-14 font-medium">
        {label}
      </span>
      <RadioGroup.Root
        aria-labelledby={id}
        disabled={!isHydrated}
        value={value}
        onValueChange={(next) => onChange(next as Value)}
        className={isRow ? "grid auto-cols-fr grid-flow-col rounded-8 border border-line bg-raised p-1" : "grid gap-2"}
      >
        {options.map((option) => (
          <RadioGroup.Item
            key={option.value}
            value={option.value}
            className={clsx(
              "group flex items-center text-14 transition-colors",
              isRow
                ? "h-9 justify-center rounded-4 px-1 font-medium text-muted data-[state=checked]:bg-page data-[state=checked]:text-text data-[state=checked]:shadow-[0_0_0_1px_var(--line)]"
                : "min-h-12 gap-3 rounded-8 border border-line px-3 py-2 text-left hover:bg-hover data-[state=checked]:border-accent",
            )}
          >
            {isRow ? null : (
              <span
                aria-hidden
                className="grid size-5 shrink-0 place-items-center rounded-full border border-line-strong group-data-[state=checked]:border-accent"
              >
                <span className="size-2.5 rounded-full bg-accent opacity-0 group-data-[state=checked]:opacity-100" />
              </span>
            )}
            <span className={isRow ? "" : "min-w-0 flex-1"}>{option.label}</span>
            {option.note ? <span className="text-muted">{option.note}</span> : null}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
