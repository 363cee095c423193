"use client";

import { useRef } from "react";

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
    },
  };
}
