import { type CheckResult, checkBooks } from "../ledger";
import { checkChain } from "./chain/check-chain";
import { findSeal, type readLine, type Seal } from "./chain/head";

export interface CheckedBooks {
  readonly checks: readonly CheckResult[];
  readonly seal: Seal | null;
}

/** Every check: books, sealed rows, and whether the chain has `kept`, a head that was noted elsewhere. */
export async function checkAllBooks(kept: ReturnType<typeof readLine> = null): Promise<CheckedBooks> {
  return { checks: [...(await checkBooks()), ...(await checkChain(kept))], seal: await findSeal() };
}
