import { useEffect, useState } from "react";
import type { CommandPaletteProps, FoundCommand } from "./commands";

/** Nobody reads what is found for a letter that the next one follows at once. */
const PAUSE_MS = 150;
/** One letter names too much. */
const MIN_LETTERS = 2;

interface Found {
  readonly of: string;
  readonly commands: readonly FoundCommand[];
  readonly isFailed: boolean;
}

const NOTHING: Found = { of: "", commands: [], isFailed: false };

/** The records that what is typed names. Those of the letters before stay until the new ones are there. */
export function useFound(typed: string, findRecords: CommandPaletteProps["findRecords"]) {
  const [found, setFound] = useState(NOTHING);
  const isAsked = findRecords !== undefined && typed.length >= MIN_LETTERS;
  useEffect(() => {
    if (!findRecords || !isAsked) return;
    let isWanted = true;
    const show = (commands: readonly FoundCommand[], isFailed: boolean) => {
      if (isWanted) setFound({ of: typed, commands, isFailed });
    };
    const timer = setTimeout(() => {
      findRecords(typed).then(
        (commands) => show(commands, false),
        () => show([], true),
      );
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [typed, isAsked, findRecords]);
  return isAsked ? { ...found, isSearching: found.of !== typed } : { ...NOTHING, isSearching: false };
}
