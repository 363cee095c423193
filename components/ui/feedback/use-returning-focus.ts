"use client";

import { useRef } from "react";

/** So long after a dialog has closed what opened it may be gone: a revoked key has no button to revoke it. */
const SETTLED_MS = 1_000;

/** Gives focus back to what had it before a dialog opened: the dialogs here are opened by state, not by a trigger. */
export function useReturningFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (before.current instanceof HTMLElement) before.current.focus();
      setTimeout(() => {
        // Never lost: the page's content has it then.
        if (document.activeElement === document.body)
          document.getElementById("content")?.focus({ preventScroll: true });
      }, SETTLED_MS);
    },
  };
}
