"use client";

import type { ReactNode } from "react";
import { useLazyWhenOpen } from "../layout/use-lazy-when-open";
import type { DialogProps } from "./dialog-box";

const loadBox = () => import("./dialog-box").then((module) => module.DialogBox);

/** Loads the dialog when it first opens. */
export function Dialog(props: DialogProps) {
  const Box = useLazyWhenOpen(loadBox, props.isOpen, props.onClose);
  return Box ? <Box {...props} /> : null;
}

export function DialogBody({ children }: { readonly children: ReactNode }) {
  return <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-5 pb-5">{children}</div>;
}

export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2 border-t border-line px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
      {children}
    </div>
  );
}
