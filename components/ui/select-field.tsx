"use client";

import { clsx } from "clsx";
import { CircleAlert } from "lucide-react";
import { type ComponentProps, useId } from "react";

interface SelectFieldProps extends Omit<ComponentProps<"select">, "className" | "id"> {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** What stands there while nothing is chosen. */
  readonly placeholder: string;
  readonly error?: string | undefined;
}

/** One of a few, behind a press. */
export function SelectField({ label, options, placeholder, error, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-14 font-medium">
        {label}
      </label>
      <select
        {...select}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-note` : undefined}
        className={clsx("h-11 rounded-8 border bg-page px-3 text-16", error ? "border-bad" : "border-line-strong")}
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
      {error ? (
        <p id={`${id}-note`} className="flex items-start gap-1 text-13 text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" /> {error}
        </p>
      ) : null}
    </div>
  );
}
