"use client";

import { useLazyWhenOpen } from "../layout/use-lazy-when-open";
import type { ConfirmProps } from "./confirm-box";

const loadBox = () => import("./confirm-box").then((module) => module.ConfirmBox);

/** Asks before something that can't be undone, or that others feel at once. Loaded when it is first to be asked. */
export function Confirm(props: ConfirmProps) {
  const Box = useLazyWhenOpen(loadBox, props.isOpen, props.onClose);
  return Box ? <Box {...props} /> : null;
}
