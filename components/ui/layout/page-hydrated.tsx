"use client";

import { useEffect } from "react";

/** Tells scripts outside of React that the page is hydrated, by an event of the window. */
export function PageHydrated({ event }: { readonly event: string }) {
  useEffect(() => void dispatchEvent(new Event(event)), [event]);
  return null;
}
