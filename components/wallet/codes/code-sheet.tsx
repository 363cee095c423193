"use client";

import { useLazyWhenOpen } from "@/components/ui/layout/use-lazy-when-open";
import { useCodeDesk } from "./use-code-desk";

/** With the dialog itself: neither waits for the other. */
export const loadSheet = async () => {
  const [{ OpenedSheet }] = await Promise.all([
    import("./opened-sheet"),
    import("@/components/ui/feedback/dialog-box"),
  ]);
  return OpenedSheet;
};

/** Shows the code, or asks what a new one may do. Loaded when it first opens. */
export function CodeSheet() {
  const { sheet, close } = useCodeDesk();
  const Opened = useLazyWhenOpen(loadSheet, sheet !== null, close);
  return Opened ? <Opened /> : null;
}
