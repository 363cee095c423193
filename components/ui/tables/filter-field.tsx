"use client";

import { X } from "lucide-react";
import { type ReactNode, useContext, useState } from "react";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { useIsHydrated } from "@/components/ui/forms/use-is-hydrated";
import { foldNumber } from "@/server/contracts/text/digits";
import { type DayPreset, pastRanges } from "../forms/days/presets";
import { Link } from "../navigation/link";
import { useZone } from "../values/page-clock";
import { nameZone } from "../values/zone";
import { DayField } from "./day-field";
import { FilterGroup, FilterSheetContext } from "./filter-group";
import { useQueryString } from "./use-query-string";

const BOX = "h-8 min-w-0 rounded-full border border-line bg-page px-3 text-13 font-medium text-muted hover:text-text";

/** A chip above a list; in the filter sheet on a phone, a labeled field. */
export function FilterSelect({
  label,
  name,
  all,
  options,
}: {
  readonly label: string;
  readonly name: string;
  /** The label for no filter. */
  readonly all: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}) {
  const { values, set } = useQueryString();
  const isHydrated = useIsHydrated();
  const isInSheet = useContext(FilterSheetContext);
  const value = values.get(name) ?? "";
  const look = isInSheet
    ? "h-11 w-full rounded-8 border border-line-strong bg-page px-3 text-16"
    : `${BOX} max-w-56 ${value ? "border-accent bg-accent-fill text-accent" : ""}`;
  const select = (
    <select
      aria-label={label}
      disabled={!isHydrated}
      value={value}
      onChange={(event) => set({ [name]: event.target.value || null })}
      className={look}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
  return isInSheet ? <FilterGroup label={label}>{select}</FilterGroup> : select;
}

interface FilterAmountsProps {
  readonly least: string;
  readonly most: string;
}

export function FilterAmounts({ least, most }: FilterAmountsProps) {
  const isInSheet = useContext(FilterSheetContext);
  return (
    <FilterGroup label="Amount">
      <FilterAmount label="Amount at least" shown={isInSheet ? "From" : "Amount"} name={least} />
      <FilterAmount label="Amount at most" shown="to" name={most} />
    </FilterGroup>
  );
}

const PLAIN_NUMBER = /^\d{1,9}(\.\d{1,3})?$/;

/** `1,250.5` → `1250.5`, `99,00` → `99.00`. Null if it isn't a number. */
function plainNumber(text: string): string | null {
  const typed = foldNumber(text)
    .replace(/,(?=\d{3}(\D|$))/g, "")
    .replace(",", ".");
  return PLAIN_NUMBER.test(typed) ? typed : null;
}

function FilterAmount({
  label,
  shown,
  name,
}: {
  readonly label: string;
  readonly shown: string;
  readonly name: string;
}) {
  const { values, set } = useQueryString();
  const isHydrated = useIsHydrated();
  const current = values.get(name) ?? "";
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && typed.trim() !== "" && plainNumber(typed) === null;
  const leave = () => {
    if (typed === null || isWrong) return;
    setTyped(null);
    const next = plainNumber(typed) ?? "";
    if (next !== current) set({ [name]: next || null });
  };
  return (
    <label className="flex items-center gap-1.5 text-13 text-muted">
      <span aria-hidden>{shown}</span>
      <input
        aria-label={label}
        aria-invalid={isWrong || undefined}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        readOnly={!isHydrated}
        value={typed ?? current}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={leave}
        onKeyDown={({ key }) => {
          if (key === "Enter") leave();
        }}
        className={`${BOX} w-20 tabular-nums aria-invalid:border-bad ${current ? "border-accent bg-accent-fill text-accent" : ""}`}
      />
    </label>
  );
}

interface FilterDaysProps {
  readonly from: string;
  readonly to: string;
  readonly zoneHref: string;
}

/** A date range in the page's time zone. The two fields stay together when space is tight. */
export function FilterDays({ from, to, zoneHref }: FilterDaysProps) {
  const { set } = useQueryString();
  const choose = (preset: DayPreset) => set({ [from]: preset.from, [to]: preset.to });
  return (
    <FilterGroup label="Dates">
      <div className="flex max-w-full flex-wrap items-center gap-1.5">
        <DayField label="From" name={from} presets={pastRanges} onPreset={choose} />
        <DayField label="to" name={to} presets={pastRanges} onPreset={choose} />
      </div>
      <Link
        href={zoneHref}
        title="Days and times here are in this time zone"
        className="rounded-4 text-13 text-muted underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-text"
      >
        <span className="sr-only">Time zone: </span>
        {nameZone(useZone())}
      </Link>
    </FilterGroup>
  );
}

interface FilterChipProps {
  readonly onClear: () => void;
  readonly children: ReactNode;
}

export function FilterChip({ onClear, children }: FilterChipProps) {
  return (
    <PlainButton
      onClick={onClear}
      className="inline-flex h-8 max-w-full items-center gap-1.5 rounded-full border border-accent bg-accent-fill px-3 text-13 font-medium text-accent"
    >
      <span className="truncate">{children}</span>
      <X aria-label="Clear" className="size-3.5 shrink-0" />
    </PlainButton>
  );
}
