"use client";

import { Ellipsis, type LucideIcon } from "lucide-react";
import { useLate } from "./use-late";

interface Action {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isDanger?: boolean;
  readonly onSelect: () => void;
}

export interface ActionsProps {
  readonly label: string;
  readonly actions: readonly Action[];
}

/** Of the button, whether or not its menu is there yet. */
export const DOTS = "ml-auto grid size-9 place-items-center rounded-8 text-muted hover:bg-hover hover:text-text";

/** What can be done with one row, behind three dots. */
export function ActionsMenu(props: ActionsProps) {
  const { Opened, button } = useLate(() => import("./opened-actions").then((module) => module.OpenedActions));
  if (props.actions.length === 0) return null;
  if (Opened) return <Opened {...props} />;
  return (
    <button {...button} aria-haspopup="menu" aria-label={props.label} className={DOTS}>
      <Ellipsis aria-hidden className="size-4" />
    </button>
  );
}
