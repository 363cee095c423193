"use client";

import { type ComponentType, type KeyboardEvent, useState } from "react";
import { noteMissingPart } from "../connection/connection";

/**
 * A button whose menu or panel is loaded when it is first asked for: most visits to a page open none. Until then the
 * button stands alone; then the component takes its place, open. Reaching for the button already loads it.
 */
export function useLazyOnHover<Props>(load: () => Promise<ComponentType<Props>>) {
  const [loaded, setLoaded] = useState<{ readonly Opened: ComponentType<Props> }>();
  // Out of reach it stays closed, the band says why, and the next press tries again.
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
