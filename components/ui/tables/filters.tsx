"use client";

import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { Dialog, DialogBody, DialogFooter } from "../feedback/dialog";
import { Button } from "../forms/button";
import { useLocale } from "../values/locale";
import { FilterSheetContext } from "./filter-group";
import { SMALL } from "./grid/grid-button";
import { SavedViews } from "./grid/saved-views";
import type { Total } from "./table-props";
import { useQueryString } from "./use-query-string";

interface FiltersProps {
  /** The filtered list. The filters are hidden if it is empty without any filter, unless it begins with a part of all. */
  readonly of?: {
    readonly data: { readonly items: readonly unknown[]; readonly total?: Total | null } | undefined;
    /** The rows still belong to the previous filters. */
    readonly isPlaceholderData: boolean;
  };
  readonly isPart?: boolean;
  /** The number of results, for a list that doesn't count its rows. */
  readonly total?: Total | null | undefined;
  /** Always visible, also on a phone, such as the search. */
  readonly first?: ReactNode;
  /** Beside `first` if there is room; on a phone, in the filter sheet. */
  readonly second?: ReactNode;
  /** On a phone, in the filter sheet, so that the list starts near the top. */
  readonly children?: ReactNode;
}

/** `Show 205 results`, or without the number if it is unknown. */
function formatResults(total: Total | null | undefined, locale: string): string {
  if (!total) return "Show results";
  const count = total.count.toLocaleString(locale);
  return `Show ${total.isMore ? "more than " : ""}${count} ${total.count === 1 ? "result" : "results"}`;
}

/** The filters of a list, a button that clears them, and saved views. */
export function Filters({ of: list, isPart, total = list?.data?.total, first, second, children }: FiltersProps) {
  const { filters, clear } = useQueryString();
  const [isOpen, setOpen] = useState(false);
  const locale = useLocale();
  const count = Object.keys(filters).length;
  const isEmpty = list?.data?.items.length === 0 && !list.isPlaceholderData;
  if (isEmpty && count === 0 && !isPart) return null;
  const rest = (
    <>
      {second}
      {first && children ? <span aria-hidden className="basis-full" /> : null}
      {children}
      {count > 0 ? (
        <PlainButton
          onClick={() => clear()}
          className="h-8 rounded-full px-3 text-13 font-medium text-accent hover:bg-hover"
        >
          Clear
        </PlainButton>
      ) : null}
      <SavedViews />
    </>
  );
  if (!children) {
    return (
      <div className="mb-4 flex flex-wrap items-center gap-2">
        {first}
        {rest}
      </div>
    );
  }
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      {first ? <div className="min-w-0 flex-[1_1_11rem] sm:max-w-[26.25rem]">{first}</div> : null}
      <PlainButton
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={`${SMALL} border border-line sm:hidden`}
      >
        <SlidersHorizontal aria-hidden className="size-4" /> Filters
        {count > 0 ? <span className="text-accent tabular-nums">{count}</span> : null}
      </PlainButton>
      <div className="hidden sm:contents">{rest}</div>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Filters">
        <FilterSheetContext value={true}>
          <DialogBody>
            <div data-first tabIndex={-1} className="flex flex-col gap-5 outline-none">
              {children}
              {second}
              <div>
                <SavedViews />
              </div>
            </div>
          </DialogBody>
        </FilterSheetContext>
        <DialogFooter>
          <Button look="primary" isWide onClick={() => setOpen(false)}>
            {formatResults(total, locale)}
          </Button>
          {count > 0 ? (
            <Button isWide onClick={() => clear()}>
              Clear filters
            </Button>
          ) : null}
        </DialogFooter>
      </Dialog>
    </div>
  );
}
