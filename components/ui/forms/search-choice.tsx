"use client";

import { clsx } from "clsx";
import { Command } from "cmdk";
import { useId, useState } from "react";
import { Button } from "./button";
import { WrongNote } from "./labelled";

interface SearchChoiceProps {
  readonly label: string;
  readonly placeholder: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Empty: nothing is chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
}

/** One of many, found by a few letters of it. */
export function SearchChoice({ label, placeholder, options, value, onChange, error }: SearchChoiceProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  // What is chosen before the options are there is shown as itself.
  const chosen = options.find((option) => option.value === value)?.label ?? value;
  return (
    <div className="flex flex-col gap-1">
      <span id={id} className="text-14 font-medium">
        {label}
      </span>
      {chosen !== "" && !isOpen ? (
        <div className="flex min-h-11 items-center gap-3 rounded-8 border border-line-strong py-1 pr-1 pl-3">
          <span className="min-w-0 flex-1 truncate text-16">{chosen}</span>
          <Button size="small" look="quiet" aria-label={`Change ${label}`} onClick={() => setOpen(true)}>
            Change
          </Button>
        </div>
      ) : (
        <Command
          label={label}
          className={clsx(
            "overflow-hidden rounded-8 border focus-within:outline-2 focus-within:outline-accent",
            error ? "border-bad" : "border-line-strong",
          )}
        >
          <Command.Input
            aria-invalid={error ? true : undefined}
            placeholder={placeholder}
            className="h-11 w-full bg-transparent px-3 text-16 outline-none placeholder:text-muted"
          />
          <Command.List aria-labelledby={id} className="max-h-44 overflow-y-auto border-t border-line p-1">
            <Command.Empty className="px-2 py-3 text-14 text-muted">
              {options.length === 0 ? "Loading" : "No matches."}
            </Command.Empty>
            {options.map((option) => (
              <Command.Item
                key={option.value}
                value={option.label}
                onSelect={() => {
                  onChange(option.value);
                  setOpen(false);
                }}
                className="flex min-h-9 cursor-pointer items-center rounded-4 px-2 py-1.5 text-14 data-[selected=true]:bg-hover"
              >
                {option.label}
              </Command.Item>
            ))}
          </Command.List>
        </Command>
      )}
      {error ? <WrongNote>{error}</WrongNote> : null}
    </div>
  );
}
