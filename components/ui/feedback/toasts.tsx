"use client";

import { useEffect, useState } from "react";
import { showToasts } from "./toast";

type Library = typeof import("sonner");

const STYLE = {
  background: "var(--page)",
  color: "var(--text)",
  borderColor: "var(--line)",
  borderRadius: 8,
  fontFamily: "var(--sans)",
  fontSize: 14,
} as const;

/** Any of them comes before anything is said. */
const TOUCHES = ["pointerdown", "keydown", "click"] as const;

/** Where toasts are shown. Loaded when the page is first touched: most visits are over before anything is said. */
export function Toasts() {
  const [library, setLibrary] = useState<Library | null>(null);
  useEffect(() => {
    if (library) return showToasts(library.toast);
    // What can't be loaded now is tried again at the next touch.
    const load = () => void import("sonner").then(setLibrary, () => null);
    for (const touch of TOUCHES) addEventListener(touch, load, true);
    return () => {
      for (const touch of TOUCHES) removeEventListener(touch, load, true);
    };
  }, [library]);
  return library ? <library.Toaster position="top-center" toastOptions={{ style: STYLE }} /> : null;
}
