"use client";

import { clsx } from "clsx";
import { Command } from "cmdk";
import { useEffect, useId, useState } from "react";
import { Button } from "./button";
import { WrongNote } from "./labelled";

interface Option {
  readonly value: string;
  readonly label: string;
  /** Distinguishes options with the same label. */
  readonly detail?: string;
}

interface SearchChoiceProps {
  readonly label: string;
  readonly placeholder: string;
  readonly options: readonly Option[];
  readonly help?: string;
  /** For options that are searched on the server: `options` are the results for the typed text. */
  readonly search?: { readonly onType: (text: string) => void; readonly isSearching: boolean };
  /** Empty: none is selected. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
}

export function SearchChoice({ label, placeholder, options, help, search, value, onChange, error }: SearchChoiceProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<Option | null>(null);
  // A value without a loaded option is shown as is.
  const chosen =
    options.find((option) => option.value === value) ?? (picked?.value === value ? picked : { value, label: value });
  // Results arrive after the text; mark the first, which Enter selects.
  const [marked, mark] = useState("");
  const first = options[0]?.value ?? "";
  useEffect(() => mark(first), [first]);
  const isLoading = search ? search.isSearching : options.length === 0;
  return (
    <div className="flex flex-col gap-1">
      <span id={id} className="text-14 font-medium">
        {label}
      </span>
      {value !== "" && !isOpen ? (
        <div className="flex min-h-11 items-center gap-3 rounded-8 border border-line-strong py-1 pr-1 pl-3">
          <span className="min-w-0 flex-1 truncate text-16">
            {chosen.label}
            {chosen.detail ? <span className="ml-2 text-13 text-muted">{chosen.detail}</span> : null}
          </span>
          <Button size="small" look="quiet" aria-label={`Change ${label}`} onClick={() => setOpen(true)}>
            Change
          </Button>
        </div>
      ) : (
        <Command
          label={label}
          {...(search && { shouldFilter: false, value: marked, onValueChange: mark })}
          className={clsx(
            "overflow-hidden rounded-8 border focus-within:outline-2 focus-within:outline-accent",
            error ? "border-bad" : "border-line-strong",
          )}
        >
          <Command.Input
            aria-invalid={error ? true : undefined}
            {...(search && { onValueChange: search.onType })}
            placeholder={placeholder}
            className="h-11 w-full bg-transparent px-3 text-16 outline-none placeholder:text-muted"
          />
          <Command.List aria-labelledby={id} className="max-h-44 overflow-y-auto border-t border-line p-1">
            <Command.Empty className="px-2 py-3 text-14 text-muted">
              {isLoading ? "Loading" : "No matches."}
            </Command.Empty>
            {options.map((option) => (
              <Command.Item
                key={option.value}
                value={search ? option.value : option.label}
                onSelect={() => {
                  setPicked(option);
                  onChange(option.value);
                  setOpen(false);
                }}
                className="flex min-h-9 cursor-pointer items-center gap-3 rounded-4 px-2 py-1.5 text-14 data-[selected=true]:bg-hover"
              >
                <span className="min-w-0 flex-1 truncate">{option.label}</span>
                {option.detail ? <span className="shrink-0 text-13 text-muted">{option.detail}</span> : null}
              </Command.Item>
            ))}
          </Command.List>
        </Command>
      )}
      {error ? <WrongNote>{error}</WrongNote> : null}
      {help && !error ? <p className="text-13 text-muted">{help}</p> : null}
    </div>
  );
}
