import { createContext, useContext } from "react";
import type { Account, CreatedCode } from "@/server/trpc/types";

/** A code that was made here, with what was chosen for it. */
export interface OwnCode extends CreatedCode {
  readonly account: Account;
  /** Null: none. */
  readonly maxAmount: number | null;
  readonly isRecurring: boolean;
}

/** The code, or what a new one may do. */
export type Sheet = "code" | "choices";

export interface CodeDesk {
  /** The code that can still be shown; null: none. */
  readonly code: OwnCode | null;
  /** What is open. */
  readonly sheet: Sheet | null;
  readonly isMaking: boolean;
  /** Makes a code that works once, for ten minutes, up to the cap, and shows it. */
  readonly make: (account: Account, maxAmount: number) => Promise<void>;
  /** Makes such a code that works for an hour, for a place without a connection, and reads ahead what shows it there. */
  readonly makeReady: (account: Account, maxAmount: number) => Promise<void>;
  /** Makes a code as `make` does and revokes another one in its place, unless that one was used in the meantime. */
  readonly replace: (code: Pick<OwnCode, "recordId" | "account">, maxAmount: number) => Promise<void>;
  readonly open: (sheet: Sheet) => void;
  /** Puts the code away. It goes on working, and can be shown again. */
  readonly close: () => void;
  /** Takes over a code that the form has made, and shows it. */
  readonly keep: (code: OwnCode) => void;
  /** It was paid, or works no longer. */
  readonly forget: () => void;
}

export const DeskContext = createContext<CodeDesk | null>(null);

export function useCodeDesk(): CodeDesk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error("There is no wallet around this.");
  return desk;
}
