"use client";

import { Command } from "cmdk";
import { useId, useState } from "react";
import { Button } from "../button";
import { WrongNote } from "../labelled";
import { ChoosingSearch } from "./choosing-search";
import { SEARCH_INPUT, SEARCH_ROW, searchBox } from "./search-look";

interface Option {
  readonly value: string;
  readonly label: string;
  /** Distinguishes options with the same label. */
  readonly detail?: string;
  /** Other words that find it. */
  readonly also?: string;
}

interface SearchChoiceProps {
  readonly label: string;
  readonly placeholder: string;
  readonly options: readonly Option[];
  readonly help?: string;
  /** For options that are searched on the server: `options` are the results for the typed text. */
  readonly search?: { readonly onType: (text: string) => void; readonly isBehind: boolean };
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
  const [typed, setTyped] = useState("");
  const isBehind = search ? search.isBehind : options.length === 0;
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
        <ChoosingSearch
          label={label}
          placeholder={placeholder}
          text={typed}
          onText={(text) => {
            setTyped(text);
            search?.onType(text);
          }}
          isBehind={isBehind}
          first={search ? (options[0]?.value ?? null) : null}
          isFound={search !== undefined}
          className={searchBox(error)}
          input={{ "aria-invalid": error ? true : undefined, className: SEARCH_INPUT }}
        >
          <Command.List aria-labelledby={id} className="max-h-44 overflow-y-auto border-t border-line p-1">
            <Command.Empty className="px-2 py-3 text-14 text-muted">
              {isBehind ? "Loading" : "No matches."}
            </Command.Empty>
            {options.map((option) => (
              <Command.Item
                key={option.value}
                disabled={search !== undefined && isBehind}
                value={search ? option.value : `${option.label} ${option.also ?? ""}`}
                onSelect={() => {
                  setTyped("");
                  search?.onType("");
                  setPicked(option);
                  onChange(option.value);
                  setOpen(false);
                }}
                className={SEARCH_ROW}
              >
                <span className="min-w-0 flex-1 truncate">{option.label}</span>
                {option.detail ? <span className="shrink-0 text-13 text-muted">{option.detail}</span> : null}
              </Command.Item>
            ))}
          </Command.List>
        </ChoosingSearch>
      )}
      {error ? <WrongNote>{error}</WrongNote> : null}
      {help && !error ? <p className="text-13 text-muted">{help}</p> : null}
    </div>
  );
}
