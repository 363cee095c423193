import type { LucideIcon } from "lucide-react";

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

export const MENU = "z-40 min-w-52 rounded-8 border border-line bg-page p-1 shadow-float";

export const DOTS = "ml-auto grid size-9 place-items-center rounded-8 text-muted hover:bg-hover hover:text-text";
