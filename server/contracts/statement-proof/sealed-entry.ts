import { hashLeaf, hashText } from "./hashes";

/** A ledger entry and its posting's facts, as sealed in a block. */
export interface SealedEntry {
  readonly posting: string;
  /** The output of `hideAccount`, which reveals the payer only to those who know the account's id. */
  readonly account: string;
  readonly currency: string;
  readonly amountMinor: string;
  readonly kind: string;
  readonly environment: string;
  readonly postingCurrency: string;
  readonly authorization: string | null;
  readonly at: number;
}

/**
 * A secret text for each entry, derived from the block's secret salt, so that nobody can guess another entry and find its hash
 * in a proof.
 */
export function blindOf(salt: string, entryId: bigint): string {
  return hashText(`${salt} ${entryId}`);
}

export function hideAccount(blind: string, accountId: string): string {
  return hashText(`${blind} ${accountId}`);
}

/** As sealed by the database: the blinding text and a JSON array in PostgreSQL's format. */
export function leafOf(blind: string, entry: SealedEntry): Uint8Array {
  const { posting, account, currency, amountMinor, kind, environment, postingCurrency, authorization, at } = entry;
  const texts = [posting, account, currency].map((text) => JSON.stringify(text));
  const rest = [kind, environment, postingCurrency, authorization].map((text) => JSON.stringify(text));
  return hashLeaf(`${blind} [${[...texts, amountMinor, ...rest, at].join(", ")}]`);
}
