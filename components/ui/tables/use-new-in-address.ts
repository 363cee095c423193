"use client";

import { useEffect, useState } from "react";
import { useQueryString } from "./use-query-string";

/**
 * Opens a page's form for who comes by `?new=1`, as the palette sends them, and takes that out of the address again:
 * back and reload must not open it once more.
 */
export function useNewInAddress(open: () => void, isOn: boolean): void {
  const { values, set } = useQueryString();
  const isAsked = isOn && values.get("new") === "1";
  const [wasAsked, setAsked] = useState(false);
  if (isAsked && !wasAsked) {
    setAsked(true);
    open();
  }
  if (!isAsked && wasAsked) setAsked(false);
  useEffect(() => {
    if (isAsked) set({ new: null });
  }, [isAsked, set]);
}
