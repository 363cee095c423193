"use client";

import { useRef } from "react";

/** After this long, the element that opened the dialog may be gone, like the revoke button of a revoked key. */
const SETTLED_MS = 1_000;

/** Restores the focus after a dialog that was opened by state rather than by a trigger. */
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
        // If the element is gone, focus the content, so that the focus isn't lost.
        if (document.activeElement === document.body)
          document.getElementById("content")?.focus({ preventScroll: true });
      }, SETTLED_MS);
    },
  };
}
