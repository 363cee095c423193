import { useEffect, useState } from "react";
import type { CommandPaletteProps, FoundCommand } from "./commands";

/** Debounces typing. */
const PAUSE_MS = 150;
/** The delay before a failed search is retried while its text is unchanged. */
const AGAIN_MS = 3_000;
/** A single letter matches too much. */
const MIN_LETTERS = 2;

interface Found {
  readonly of: string;
  readonly commands: readonly FoundCommand[];
  readonly isFailed: boolean;
}

const NOTHING: Found = { of: "", commands: [], isFailed: false };

/**
 * Records that match the typed text. Previous results stay until new ones arrive, and failed searches are retried
 * automatically.
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
