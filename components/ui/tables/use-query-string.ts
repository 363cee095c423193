"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { beginNavigation, pendingQuery } from "../navigation/pending";
import { filtersIn } from "./list-address";

/** A list's filters and cursor in the query string, so that Back, reload, and links keep them. */
export function useQueryString() {
  const router = useRouter();
  const path = usePathname();
  const values = useSearchParams();
  /** Null removes a parameter. Changing a filter resets the cursor. */
  const set = (changes: Readonly<Record<string, string | null>>) => {
    // Build on a change whose navigation is still pending.
    const next = new URLSearchParams(pendingQuery(path) ?? values);
    if (!("cursor" in changes)) next.delete("cursor");
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === "") next.delete(name);
      else next.set(name, value);
    }
    const text = next.toString();
    const href = text ? `${path}?${text}` : path;
    beginNavigation(href);
    router.push(href, { scroll: false });
  };
  const filters = filtersIn(values);
  /** Removes all filters. */
  const clear = (changes: Readonly<Record<string, string | null>> = {}) =>
    set({ ...Object.fromEntries(Object.keys(filters).map((name) => [name, null])), ...changes });
  return { values, set, filters, clear };
}
