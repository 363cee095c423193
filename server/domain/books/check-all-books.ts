import { type CheckResult, checkBooks } from "../ledger";
import { checkChain } from "./chain/check-chain";
import { findSeal, type readLine, type Seal } from "./chain/head";

export interface CheckedBooks {
  readonly checks: readonly CheckResult[];
  readonly seal: Seal | null;
}

/**
 * Every check there is: what the books say against what moved them, what is there against what was sealed, and, if a head
 * of the chain was kept elsewhere, that the chain has it.
 */
export async function checkAllBooks(kept: ReturnType<typeof readLine> = null): Promise<CheckedBooks> {
  return { checks: [...(await checkBooks()), ...(await checkChain(kept))], seal: await findSeal() };
}
