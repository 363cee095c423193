"use client";

import { clsx } from "clsx";
import { Command } from "cmdk";
import { X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { WrongNote } from "../labelled";
import { ChoosingSearch } from "./choosing-search";
import { SEARCH_INPUT, SEARCH_ROW, searchBox } from "./search-look";

interface Option {
  readonly value: string;
  readonly label: string;
}

interface SearchChoicesProps {
  readonly label: string;
  readonly placeholder: string;
  readonly options: readonly Option[];
  /** Tells what an empty selection means. */
  readonly help?: string;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly error?: string | undefined;
}

export function SearchChoices({ label, placeholder, options, help, values, onChange, error }: SearchChoicesProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const isSearching = typed.trim() !== "";
  const labelOf = (value: string) => options.find((option) => option.value === value)?.label ?? value;
  const add = (value: string) => {
    onChange([...values, value]);
    setTyped("");
  };
  const remove = (value: string) => {
    onChange(values.filter((other) => other !== value));
    input.current?.focus();
  };
  return (
    <div className="flex flex-col gap-1">
      <span id={id} className="text-14 font-medium">
        {label}
      </span>
      {values.length > 0 ? (
        <ul aria-labelledby={id} className="flex flex-wrap gap-1.5 pb-1">
          {values.map((value) => (
            <li key={value} className="min-w-0">
              <PlainButton
                aria-label={`Remove ${labelOf(value)}`}
                onClick={() => remove(value)}
                className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full border border-accent bg-accent-fill px-3 text-left text-13 font-medium text-accent"
              >
                <span className="min-w-0 truncate">{labelOf(value)}</span>
                <X aria-hidden className="size-3.5 shrink-0" />
              </PlainButton>
            </li>
          ))}
        </ul>
      ) : null}
      <ChoosingSearch
        label={label}
        placeholder={placeholder}
        text={typed}
        onText={setTyped}
        isBehind={options.length === 0}
        className={searchBox(error)}
        input={{ ref: input, "aria-invalid": error ? true : undefined, className: SEARCH_INPUT }}
      >
        <Command.List
          aria-labelledby={id}
          className={clsx("max-h-44 overflow-y-auto border-t border-line p-1", !isSearching && "hidden")}
        >
          <Command.Empty className="px-2 py-3 text-14 text-muted">
            {options.length === 0 ? "Loading" : "No matches."}
          </Command.Empty>
          {isSearching
            ? options
                .filter(({ value }) => !values.includes(value))
                .map((option) => (
                  <Command.Item
                    key={option.value}
                    value={`${option.label} ${option.value}`}
                    onSelect={() => add(option.value)}
                    className={SEARCH_ROW}
                  >
                    <span className="min-w-0 flex-1 truncate">{option.label}</span>
                    <span className="shrink-0 text-13 text-muted tabular-nums">{option.value}</span>
                  </Command.Item>
                ))
            : null}
        </Command.List>
      </ChoosingSearch>
      {error ? <WrongNote>{error}</WrongNote> : null}
      {help && !error ? <p className="text-13 text-muted">{help}</p> : null}
    </div>
  );
}
