import { createContext, useContext } from "react";
import type { Account, CreatedCode } from "@/server/trpc/types";

/** A code created in this wallet, with the chosen options. */
export interface OwnCode extends CreatedCode {
  readonly account: Account;
  /** Null: no cap. */
  readonly maxAmount: number | null;
  readonly isRecurring: boolean;
}

/** The code, or the form for a new one. */
export type Sheet = "code" | "choices";

export interface CodeDesk {
  /** The code that can still be shown. Null: none. */
  readonly code: OwnCode | null;
  /** Null: closed. */
  readonly sheet: Sheet | null;
  readonly isMaking: boolean;
  /** Creates a one-time code with the cap, valid for ten minutes, and shows it. */
  readonly make: (account: Account, maxAmount: number) => Promise<void>;
  /** The same, but valid for an hour and for use offline: also preloads the sheet that shows it. */
  readonly makeReady: (account: Account, maxAmount: number) => Promise<void>;
  /** Creates a code like `make`, and revokes the given one unless it was used in the meantime. */
  readonly replace: (code: Pick<OwnCode, "recordId" | "account">, maxAmount: number) => Promise<void>;
  readonly open: (sheet: Sheet) => void;
  /** Closes the sheet. The code keeps working, and can be shown again. */
  readonly close: () => void;
  /** Holds a code that the form has created, and shows it. */
  readonly keep: (code: OwnCode) => void;
  /** Call when the code was paid or no longer works. */
  readonly forget: () => void;
}

export const DeskContext = createContext<CodeDesk | null>(null);

export function useCodeDesk(): CodeDesk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error("There is no wallet around this.");
  return desk;
}
