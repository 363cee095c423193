import { clsx } from "clsx";

export function searchBox(error: string | undefined): string {
  return clsx(
    "overflow-hidden rounded-8 border focus-within:outline-2 focus-within:outline-accent",
    error ? "border-bad" : "border-line-strong",
  );
}

export const SEARCH_INPUT = "h-11 w-full bg-transparent px-3 text-16 outline-none placeholder:text-muted";

export const SEARCH_ROW =
  "flex min-h-9 cursor-pointer items-center gap-3 rounded-4 px-2 py-1.5 text-14 data-[disabled=true]:opacity-50 data-[selected=true]:bg-hover";
