"use client";

import { type ComponentType, type KeyboardEvent, useState } from "react";
import { noteMissingPart } from "../connection/connection";

/** A button whose menu or panel loads on first use. Hovering preloads it; once loaded, it replaces the button and is open. */
export function useLazyOnHover<Props>(load: () => Promise<ComponentType<Props>>) {
  const [loaded, setLoaded] = useState<{ readonly Opened: ComponentType<Props> }>();
  // On failure it stays closed, the band explains why, and the next click tries again.
  const open = () =>
    void load().then(
      (Opened) => setLoaded({ Opened }),
      () => void noteMissingPart(),
    );
  const warm = () => void load().catch(() => null);
  return {
    Opened: loaded?.Opened ?? null,
    button: {
      type: "button",
      "aria-expanded": false,
      "data-state": "closed",
      onPointerEnter: warm,
      onFocus: warm,
      onClick: open,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        open();
      },
    },
  } as const;
}
