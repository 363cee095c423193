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
  fontSize: "0.875rem",
} as const;

/** The library's own is for light pages. */
const ACTION = { background: "var(--button)", color: "white", borderRadius: 4 } as const;

/** The library's own gray is for light pages. */
const NAMES = { description: "text-muted!" } as const;

/** Any of them comes before anything is said. */
const TOUCHES = ["pointerdown", "keydown", "click"] as const;

/** What a touch asks for itself is there by then, and nothing to be said yet. */
const ANSWERED_MS = 500;

/** Where toasts are shown. Loaded soon after the page is first touched: most visits are over before anything is said. */
export function Toasts() {
  const [library, setLibrary] = useState<Library | null>(null);
  useEffect(() => {
    if (library) return showToasts(library.toast);
    // What can't be loaded now is tried again at the next touch.
    const load = () => void import("sonner").then(setLibrary, () => null);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const loadSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(load, ANSWERED_MS);
    };
    for (const touch of TOUCHES) addEventListener(touch, loadSoon, true);
    return () => {
      clearTimeout(timer);
      for (const touch of TOUCHES) removeEventListener(touch, loadSoon, true);
    };
  }, [library]);
  return library ? (
    <library.Toaster
      position="top-center"
      toastOptions={{ style: STYLE, classNames: NAMES, actionButtonStyle: ACTION }}
    />
  ) : null;
}
