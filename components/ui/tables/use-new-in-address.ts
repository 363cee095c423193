"use client";

import { useEffect, useState } from "react";
import { useQueryString } from "./use-query-string";

/**
 * Opens a page's form for who comes by `?new=1`, as the palette sends them, and takes that out of the address again:
 * back and reload must not open it once more.
 */
export function useNewInAddress(open: () => void, isOn: boolean): void {
  useAsked("new", open, isOn ? ["1"] : []);
}

/** The same for one of the acts of a page that shows a record: `?do=refund`. What it asks for is confirmed there. */
export function useActInAddress<Act extends string>(open: (act: Act) => void, acts: readonly Act[]): void {
  useAsked("do", open, acts);
}

function useAsked<Value extends string>(name: string, open: (value: Value) => void, values: readonly Value[]): void {
  const { values: given, set } = useQueryString();
  const asked = values.find((value) => value === given.get(name)) ?? null;
  const [wasAsked, setAsked] = useState<Value | null>(null);
  if (asked !== wasAsked) {
    setAsked(asked);
    if (asked !== null) open(asked);
  }
  useEffect(() => {
    if (asked !== null) set({ [name]: null });
  }, [asked, name, set]);
}
