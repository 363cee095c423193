"use client";

import { useLazyWhenOpen } from "@/components/ui/layout/use-lazy-when-open";

interface WorkbenchProps {
  /** Null: closed. */
  readonly text: string | null;
  readonly onShow: (text: string | null) => void;
}

const load = () => import("./workbench-drawer").then((module) => module.WorkbenchDrawer);

/** Shows what happened to a payment, a request, or a key, over any page. Loaded when first opened. */
export function Workbench({ text, onShow }: WorkbenchProps) {
  const Drawer = useLazyWhenOpen(load, text !== null, () => onShow(null));
  return Drawer ? <Drawer text={text} onShow={onShow} /> : null;
}
