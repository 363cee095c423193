import { ArrowDown, ArrowUp } from "lucide-react";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { useQueryString } from "../use-query-string";
import { ariaSort, nextSort, type Sort } from "./sort";

interface SortHeaderProps {
  readonly sort: Sort;
  readonly sortBy: string;
  readonly header: string;
  readonly isNumeric: boolean;
}

export function SortHeader({ sort, sortBy, header, isNumeric }: SortHeaderProps) {
  const { set } = useQueryString();
  const now = ariaSort(sort, sortBy);
  const Arrow = now === "ascending" ? ArrowUp : ArrowDown;
  return (
    <PlainButton
      onClick={() => set({ sort: nextSort(sort, sortBy) })}
      className={`group/sort -mx-1.5 inline-flex min-h-7 items-center gap-1 rounded-4 px-1.5 hover:bg-hover hover:text-text ${isNumeric ? "flex-row-reverse" : ""} ${now === "none" ? "" : "text-text"}`}
    >
      {header}
      <Arrow
        aria-hidden
        className={`size-3.5 ${now === "none" ? "opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60" : ""}`}
      />
    </PlainButton>
  );
}
