"use client";

import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { nameAccount } from "@/components/shared/accounts/name-account";
import { FILTERS } from "@/components/shared/status/states";
import { Chip } from "@/components/ui/forms/chip";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { SentTexts } from "@/components/ui/forms/sent-texts";
import { useIsHydrated } from "@/components/ui/forms/use-is-hydrated";
import type { Account } from "@/server/trpc/types";
import type { ActivityFilters, FilterChange } from "./activity-filters";

const SETTLED_MS = 300;

interface FilterBarProps {
  readonly filters: ActivityFilters;
  readonly accounts: readonly Account[];
  readonly onChange: (changes: FilterChange) => void;
}

export function FilterBar({ filters, accounts, onChange }: FilterBarProps) {
  return (
    <div className="mb-4 flex flex-col gap-3">
      <SearchField value={filters.search ?? ""} onChange={(text) => onChange({ search: text || null })} />
      <div className="flex flex-wrap gap-2">
        <fieldset aria-label="Status" className="flex flex-wrap gap-2">
          {FILTERS.activity.map(({ value, label }) => {
            const isOn = filters.outcome === value;
            return (
              <Chip key={value} isOn={isOn} onClick={() => onChange({ outcome: isOn ? null : value })}>
                {label}
              </Chip>
            );
          })}
        </fieldset>
        {accounts.length > 1 ? (
          <fieldset aria-label="Account" className="flex flex-wrap gap-2">
            {accounts.map(({ id, currency }) => {
              const isOn = filters.account === id;
              return (
                <Chip key={id} isOn={isOn} onClick={() => onChange({ account: isOn ? null : id })}>
                  {nameAccount({ id, currency })}
                </Chip>
              );
            })}
          </fieldset>
        ) : null}
      </div>
    </div>
  );
}

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function SearchField({ value, onChange }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isHydrated = useIsHydrated();
  const [typed, setTyped] = useState(value);
  const [texts] = useState(() => new SentTexts(value));
  useEffect(() => {
    if (!texts.isNews(value)) return;
    clearTimeout(timer.current);
    setTyped(value);
  }, [value, texts]);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest("input, textarea, [role=dialog]");
      if (event.key !== "/" || isTyping) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener("keydown", focus);
    return () => {
      document.removeEventListener("keydown", focus);
      clearTimeout(timer.current);
    };
  }, []);
  const change = (text: string, afterMs: number) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      texts.send(text.trim());
      onChange(text.trim());
    }, afterMs);
  };
  return (
    <search className="flex h-11 items-center rounded-8 border border-line-strong bg-page focus-within:outline-2 focus-within:outline-accent">
      <Search aria-hidden className="ml-3 size-4 shrink-0 text-muted" />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label="Search by merchant or ID"
        placeholder="Merchant or ID"
        autoComplete="off"
        maxLength={100}
        readOnly={!isHydrated}
        value={typed}
        onChange={(event) => change(event.target.value, SETTLED_MS)}
        onKeyDown={(event) => {
          if (event.key === "Enter") change(typed, 0);
        }}
        className="h-full w-full min-w-0 rounded-8 bg-transparent px-2 text-16 outline-none placeholder:text-muted"
      />
      {typed ? (
        <PlainButton
          aria-label="Clear search"
          onClick={() => {
            change("", 0);
            input.current?.focus();
          }}
          className="grid size-11 shrink-0 place-items-center rounded-8 text-muted hover:text-text"
        >
          <X aria-hidden className="size-4" />
        </PlainButton>
      ) : null}
    </search>
  );
}
