import type { LucideIcon } from "lucide-react";

/** A page to open, or an action to run. */
export interface Command {
  readonly label: string;
  readonly icon?: LucideIcon;
  /** Distinguishes entries with the same label. */
  readonly note?: string;
  readonly to: string | (() => void);
}

/** A list that can be searched: "Members with", and the URL for the typed text. */
export interface Find {
  readonly label: string;
  readonly to: (typed: string) => string;
}

export interface FoundCommand extends Command {
  readonly key: string;
}

interface CommandGroup {
  readonly heading: string;
  readonly commands: readonly Command[];
}

export interface CommandBoxProps extends CommandPaletteProps {
  /** Returns what was typed before the field got the focus. */
  readonly takeTypedAhead: () => string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onClosed: () => void;
}

export interface CommandPaletteProps {
  readonly label: string;
  readonly placeholder: string;
  readonly groups: readonly CommandGroup[];
  readonly finds?: readonly Find[] | undefined;
  readonly findRecords?: ((typed: string) => Promise<readonly FoundCommand[]>) | undefined;
  /** The noun for the items. Default: records. */
  readonly found?: string | undefined;
}
