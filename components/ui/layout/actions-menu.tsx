"use client";

import { Ellipsis } from "lucide-react";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { type ActionsProps, DOTS } from "./actions";
import { useLazyOnHover } from "./use-lazy-on-hover";

export function ActionsMenu(props: ActionsProps) {
  const { Opened, button } = useLazyOnHover(() => import("./opened-actions").then((module) => module.OpenedActions));
  if (props.actions.length === 0) return null;
  if (Opened) return <Opened {...props} />;
  return (
    <PlainButton {...button} aria-haspopup="menu" aria-label={props.label} className={DOTS}>
      <Ellipsis aria-hidden className="size-4" />
    </PlainButton>
  );
}
