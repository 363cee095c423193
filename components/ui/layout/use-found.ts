import { useEffect, useState } from "react";
import type { CommandPaletteProps, FoundCommand } from "./commands";

/** Nobody reads what is found for a letter that the next one follows at once. */
const PAUSE_MS = 150;
/** So long after a search that failed it is tried again, while what was typed still stands there. */
const AGAIN_MS = 3_000;
/** One letter names too much. */
const MIN_LETTERS = 2;

interface Found {
  readonly of: string;
  readonly commands: readonly FoundCommand[];
  readonly isFailed: boolean;
}

const NOTHING: Found = { of: "", commands: [], isFailed: false };

/**
 * The records that what is typed names. Those of the letters before stay until the new ones are there, and what failed is
 * asked again by itself: nobody types their letters twice because a moment was busy.
 */
export function useFound(typed: string, findRecords: CommandPaletteProps["findRecords"]) {
  const [found, setFound] = useState(NOTHING);
  const isAsked = findRecords !== undefined && typed.length >= MIN_LETTERS;
  useEffect(() => {
    if (!findRecords || !isAsked) return;
    let isWanted = true;
    const ask = async () => {
      const commands = await findRecords(typed).catch(() => null);
      if (!isWanted) return;
      setFound({ of: typed, commands: commands ?? [], isFailed: commands === null });
      if (commands === null) timer = setTimeout(ask, AGAIN_MS);
    };
    let timer = setTimeout(ask, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [typed, isAsked, findRecords]);
  return isAsked ? { ...found, isSearching: found.of !== typed } : { ...NOTHING, isSearching: false };
}
