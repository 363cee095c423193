"use client";

import { useLazyWhenOpen } from "@/components/ui/layout/use-lazy-when-open";
import { useCodeDesk } from "./use-code-desk";

export const loadSheet = async () => {
  const [{ OpenedSheet }] = await Promise.all([
    import("./opened-sheet"),
    import("@/components/ui/feedback/dialog-box"),
  ]);
  return OpenedSheet;
};

export function CodeSheet() {
  const { sheet, close } = useCodeDesk();
  const Opened = useLazyWhenOpen(loadSheet, sheet !== null, close);
  return Opened ? <Opened /> : null;
}
