"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";

/** Filters and place of a list, kept in the address: back, reload and a link mean the same. */
export function useQueryString() {
  const router = useRouter();
  const path = usePathname();
  const values = useSearchParams();
  /** Null takes one out. Any change of a filter begins at the newest again. */
  const set = (changes: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(values);
    if (!("cursor" in changes)) next.delete("cursor");
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === "") next.delete(name);
      else next.set(name, value);
    }
    const text = next.toString();
    router.push(text ? `${path}?${text}` : path, { scroll: false });
  };
  return { values, set };
}
