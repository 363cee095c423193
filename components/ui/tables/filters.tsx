"use client";

import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "../forms/button";
import { useLocale } from "../values/locale";
import { SMALL } from "./grid/grid-button";
import { SavedViews } from "./grid/saved-views";
import type { Total } from "./table-props";
import { useQueryString } from "./use-query-string";

interface FiltersProps {
  /** The filtered list. The filters are hidden if it is empty without any filter. */
  readonly of?: {
    readonly data: { readonly items: readonly unknown[]; readonly total?: Total | null } | undefined;
    /** The rows still belong to the previous filters. */
    readonly isPlaceholderData: boolean;
  };
  readonly names: readonly string[];
  /** Always visible, also on a phone, such as the search. */
  readonly first?: ReactNode;
  /** Beside `first` if there is room; on a phone, collapsed with the other filters. */
  readonly second?: ReactNode;
  readonly children?: ReactNode;
}

/** `Show 205 results`, or without the number if it is unknown. */
function sayResults(total: Total | null | undefined, locale: string): string {
  if (!total) return "Show results";
  const count = total.count.toLocaleString(locale);
  return `Show ${total.isMore ? "more than " : ""}${count} ${total.count === 1 ? "result" : "results"}`;
}

export function Filters({ of: list, names, first, second, children }: FiltersProps) {
  const { values, set } = useQueryString();
  const [isOpen, setOpen] = useState(false);
  const folded = useId();
  const locale = useLocale();
  const count = names.filter((name) => values.get(name)).length;
  const isEmpty = list?.data?.items.length === 0 && !list.isPlaceholderData;
  if (isEmpty && count === 0) return null;
  const others = (
    <>
      {second}
      {first && children ? <span aria-hidden className="hidden basis-full sm:block" /> : null}
      {children}
      {count > 0 ? (
        <button
          type="button"
          onClick={() => set(Object.fromEntries(names.map((name) => [name, null])))}
          className="h-8 rounded-full px-3 text-13 font-medium text-accent hover:bg-hover"
        >
          Clear
        </button>
      ) : null}
      <SavedViews />
    </>
  );
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      {first && children ? <div className="min-w-0 flex-[1_1_11rem] sm:max-w-[26.25rem]">{first}</div> : first}
      {children ? (
        <>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={folded}
            onClick={() => setOpen(!isOpen)}
            className={`${SMALL} border border-line sm:hidden`}
          >
            <SlidersHorizontal aria-hidden className="size-4" /> Filters
            {count > 0 ? <span className="text-accent tabular-nums">{count}</span> : null}
          </button>
          <div id={folded} className={`${isOpen ? "flex" : "hidden"} w-full flex-wrap items-center gap-2 sm:contents`}>
            {others}
            <span className="w-full pt-1 sm:hidden">
              <Button look="primary" isWide onClick={() => setOpen(false)}>
                {sayResults(list?.data?.total, locale)}
              </Button>
            </span>
          </div>
        </>
      ) : (
        others
      )}
    </div>
  );
}
