"use client";

import { useEffect, useState } from "react";
import { useQueryString } from "./use-query-string";

/** Opens the page's form for `?new=1`, and removes the parameter, so that Back and reload don't open it again. */
export function useNewInAddress(open: () => void, isOn: boolean): void {
  useAsked("new", open, isOn ? ["1"] : []);
}

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
