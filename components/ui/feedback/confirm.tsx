"use client";

import { useLoaded } from "../layout/use-loaded";
import type { ConfirmProps } from "./confirm-box";

const loadBox = () => import("./confirm-box").then((module) => module.ConfirmBox);

/** Asks before something that can't be undone, or that others feel at once. Loaded when it is first to be asked. */
export function Confirm(props: ConfirmProps) {
  const Box = useLoaded(loadBox, props.isOpen, props.onClose);
  return Box ? <Box {...props} /> : null;
}
