"use client";

import { useLate } from "../layout/use-late";
import { Time } from "./time";

export interface ExactTimeProps {
  readonly at: string;
  readonly as: "local" | "relative" | "clock";
}

/** Of the button, whether or not the exact time is there yet. */
export const DOTTED =
  "min-h-6 rounded-4 text-left underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-text";

/** A moment whose exact time is a tap, an Enter or a hover away. Not for rows that are links themselves. */
export function ExactTime(props: ExactTimeProps) {
  const { Opened, button } = useLate(() => import("./opened-exact-time").then((module) => module.OpenedExactTime));
  if (Opened) return <Opened {...props} />;
  return (
    <button {...button} aria-haspopup="dialog" className={DOTTED}>
      <Time {...props} />
    </button>
  );
}
