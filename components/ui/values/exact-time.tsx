"use client";

import { PlainButton } from "@/components/ui/forms/plain-button";
import { useLazyOnHover } from "../layout/use-lazy-on-hover";
import { DOTTED, type ExactTimeProps } from "./exact-time-button";
import { Time } from "./time";

/** A time that shows its exact value on click, Enter, or hover. Not for rows that are links themselves. */
export function ExactTime(props: ExactTimeProps) {
  const { Opened, button } = useLazyOnHover(() =>
    import("./opened-exact-time").then((module) => module.OpenedExactTime),
  );
  if (Opened) return <Opened {...props} />;
  return (
    <PlainButton {...button} aria-haspopup="dialog" className={DOTTED}>
      <Time {...props} />
    </PlainButton>
  );
}
