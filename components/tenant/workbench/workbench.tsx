"use client";

import { useLazyWhenOpen } from "@/components/ui/layout/use-lazy-when-open";

interface WorkbenchProps {
  /** Null: closed. */
  readonly text: string | null;
  readonly onShow: (text: string | null) => void;
}

const load = () => import("./workbench-drawer").then((module) => module.WorkbenchDrawer);

export function Workbench({ text, onShow }: WorkbenchProps) {
  const Drawer = useLazyWhenOpen(load, text !== null, () => onShow(null));
  return Drawer ? <Drawer text={text} onShow={onShow} /> : null;
}
