"use client";

import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Dialog, DialogBody, DialogFooter } from "../feedback/dialog";
import { Button } from "../forms/button";
import { useLocale } from "../values/locale";
import { FilterSheetContext } from "./filter-group";
import { SMALL } from "./grid/grid-button";
import { SavedViews } from "./grid/saved-views";
import type { Total } from "./table-props";
import { useQueryString } from "./use-query-string";

interface FiltersProps {
  /** The list they are of. While there is nothing in it, and they leave nothing out, they don't show. */
  readonly of?: {
    readonly data: { readonly items: readonly unknown[]; readonly total?: Total | null } | undefined;
    /** Its rows are still those of the filters before. */
    readonly isPlaceholderData: boolean;
  };
  /** How many they let through, where the list itself doesn't count. */
  readonly total?: Total | null | undefined;
  /** Of the filters in the address. */
  readonly names: readonly string[];
  /** What stands there on a phone too, such as the search. */
  readonly first?: ReactNode;
  /** Beside it where there is room; on a phone it is in the sheet with the others. */
  readonly second?: ReactNode;
  /** On a phone they are in a sheet behind a button, so that the list begins where one looks. */
  readonly children?: ReactNode;
}

/** `Show 205 results`; without a number where none is known. */
function sayResults(total: Total | null | undefined, locale: string): string {
  if (!total) return "Show results";
  const count = total.count.toLocaleString(locale);
  return `Show ${total.isMore ? "more than " : ""}${count} ${total.count === 1 ? "result" : "results"}`;
}

/** The filters of a list, the way out of them all, and those that were saved by name. */
export function Filters({ of: list, total = list?.data?.total, names, first, second, children }: FiltersProps) {
  const { values, set } = useQueryString();
  const [isOpen, setOpen] = useState(false);
  const locale = useLocale();
  const count = names.filter((name) => values.get(name)).length;
  const isEmpty = list?.data?.items.length === 0 && !list.isPlaceholderData;
  if (isEmpty && count === 0) return null;
  const clear = () => set(Object.fromEntries(names.map((name) => [name, null])));
  const rest = (
    <>
      {second}
      {first && children ? <span aria-hidden className="basis-full" /> : null}
      {children}
      {count > 0 ? (
        <button
          type="button"
          onClick={clear}
          className="h-8 rounded-full px-3 text-13 font-medium text-accent hover:bg-hover"
        >
          Clear
        </button>
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
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={`${SMALL} border border-line sm:hidden`}
      >
        <SlidersHorizontal aria-hidden className="size-4" /> Filters
        {count > 0 ? <span className="text-accent tabular-nums">{count}</span> : null}
      </button>
      <div className="hidden sm:contents">{rest}</div>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Filters">
        <FilterSheetContext value={true}>
          <DialogBody>
            {children}
            {second}
            <div>
              <SavedViews />
            </div>
          </DialogBody>
        </FilterSheetContext>
        <DialogFooter>
          <Button look="primary" isWide onClick={() => setOpen(false)}>
            {sayResults(total, locale)}
          </Button>
          {count > 0 ? (
            <Button isWide onClick={clear}>
              Clear filters
            </Button>
          ) : null}
        </DialogFooter>
      </Dialog>
    </div>
  );
}
