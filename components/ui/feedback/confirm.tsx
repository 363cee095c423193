"use client";

import { useLazyWhenOpen } from "../layout/use-lazy-when-open";
import type { ConfirmProps } from "./confirm-box";

const loadBox = () => import("./confirm-box").then((module) => module.ConfirmBox);

/** Asks before acts that are irreversible or affect others. Loads on first use. */
export function Confirm(props: ConfirmProps) {
  const Box = useLazyWhenOpen(loadBox, props.isOpen, props.onClose);
  return Box ? <Box {...props} /> : null;
}
