import type { LucideIcon } from "lucide-react";

/** A page to go to, or something to do: there, or at once. */
export interface Command {
  readonly label: string;
  readonly icon?: LucideIcon;
  /** Where it is: distinguishes two entries with one label. */
  readonly note?: string;
  readonly to: string | (() => void);
}

/** A list that can be searched: "Members with", and the address for what is typed. */
export interface Find {
  readonly label: string;
  readonly to: (typed: string) => string;
}

/** A record that was found by what is typed. */
export interface FoundCommand extends Command {
  readonly key: string;
}

interface CommandGroup {
  readonly heading: string;
  readonly commands: readonly Command[];
}

/** What the palette opens. */
export interface CommandBoxProps extends CommandPaletteProps {
  /** What was typed before its field had the keyboard; asked for when it has. */
  readonly takeTypedAhead: () => string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onClosed: () => void;
}

export interface CommandPaletteProps {
  /** What it does: its button, its title. */
  readonly label: string;
  /** Stands where one types. */
  readonly placeholder: string;
  readonly groups: readonly CommandGroup[];
  /** Where what is typed can be looked for. */
  readonly finds?: readonly Find[] | undefined;
  /** Asks for the records that it names. */
  readonly findRecords?: ((typed: string) => Promise<readonly FoundCommand[]>) | undefined;
  /** The noun for the items. Default: records. */
  readonly found?: string | undefined;
}
