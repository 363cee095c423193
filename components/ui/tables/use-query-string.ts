"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { beginNavigation, pendingQuery } from "../navigation/pending";

/** Filters and place of a list, kept in the address: back, reload and a link mean the same. */
export function useQueryString() {
  const router = useRouter();
  const path = usePathname();
  const values = useSearchParams();
  /** Null takes one out. Any change of a filter begins at the newest again. */
  const set = (changes: Readonly<Record<string, string | null>>) => {
    // A change that is still on its way is kept by the next one.
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
  return { values, set };
}
