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

/** The library's color suits light pages only. */
const ACTION = { background: "var(--button)", color: "white", borderRadius: 4 } as const;

/** The library's gray suits light pages only. */
const NAMES = { description: "text-muted!" } as const;

/** At least one of these events precedes any toast. */
const TOUCHES = ["pointerdown", "keydown", "click"] as const;

/** Lets the user's own request go first; no toast is due yet. */
const ANSWERED_MS = 500;

/** Loads the toast library shortly after the first interaction: most visits show no toast. */
export function Toasts() {
  const [library, setLibrary] = useState<Library | null>(null);
  useEffect(() => {
    if (library) return showToasts(library.toast);
    // After a failure, the next interaction tries again.
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
