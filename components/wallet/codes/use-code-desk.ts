import { createContext, useContext } from "react";
import type { Account, CreatedCode } from "@/server/trpc/types";

export interface MemberCode extends CreatedCode {
  readonly account: Account;
  readonly maxAmount: number | null;
  readonly isRecurring: boolean;
}

export type Sheet = "code" | "choices";

export interface CodeDesk {
  /** The code that can still be shown. Null: none. */
  readonly code: MemberCode | null;
  readonly sheet: Sheet | null;
  readonly isMaking: boolean;
  /** Creates a one-time code with the cap, valid for ten minutes, and shows it. */
  readonly make: (account: Account, maxAmount: number) => Promise<void>;
  /** Creates such a code for use offline, valid for an hour. Preloads the sheet that shows it, but doesn't open it. */
  readonly makeReady: (account: Account, maxAmount: number) => Promise<void>;
  /** Revokes the given code, and creates one like `make` in its place, unless the old one was used in the meantime. */
  readonly replace: (code: Pick<MemberCode, "recordId" | "account">, maxAmount: number) => Promise<void>;
  readonly open: (sheet: Sheet) => void;
  /** Closes the sheet. The code keeps working, and can be shown again. */
  readonly close: () => void;
  /** Holds a code that the form has created, and shows it. */
  readonly keep: (code: MemberCode) => void;
  /** Call when the code was paid or no longer works. */
  readonly forget: () => void;
}

export const DeskContext = createContext<CodeDesk | null>(null);

export function useCodeDesk(): CodeDesk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error("There is no wallet around this.");
  return desk;
}
