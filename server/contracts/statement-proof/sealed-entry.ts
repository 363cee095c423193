import { hashLeaf, hashText } from "./hashes";

/** An entry of the books with what its posting says, as a block seals it. */
export interface SealedEntry {
  readonly posting: string;
  /** Not the account: what `hideAccount` makes of it, which tells who paid only to whoever has the account's id. */
  readonly account: string;
  readonly currency: string;
  /** Signed minor units, in decimal digits. */
  readonly amountMinor: string;
  readonly kind: string;
  readonly environment: string;
  readonly postingCurrency: string;
  /** The first authorization of the family. */
  readonly authorization: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * A text of its own for each entry, which only the server can make: a block's salt is a secret. Nobody guesses another's
 * entry and finds its hash in a proof.
 */
export function blindOf(salt: string, entryId: bigint): string {
  return hashText(`${salt} ${entryId}`);
}

export function hideAccount(blind: string, accountId: string): string {
  return hashText(`${blind} ${accountId}`);
}

/** As the database seals it: the blind text and a JSON array, the way PostgreSQL writes one. */
export function leafOf(blind: string, entry: SealedEntry): Uint8Array {
  const { posting, account, currency, amountMinor, kind, environment, postingCurrency, authorization, at } = entry;
  const texts = [posting, account, currency].map((text) => JSON.stringify(text));
  const rest = [kind, environment, postingCurrency, authorization].map((text) => JSON.stringify(text));
  return hashLeaf(`${blind} [${[...texts, amountMinor, ...rest, at].join(", ")}]`);
}
