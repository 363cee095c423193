import { digest, digestLike, isEqualConstantTime } from "@/server/platform/crypto";
import type { Environment } from "../caller";

/** The proof covers all of these. */
export interface FundingFacts {
  readonly postingId: string;
  readonly auditRecordId: string;
  readonly accountId: string;
  readonly environment: Environment;
  readonly currency: string;
  /** Negative for a reversal. */
  readonly amountMinor: bigint;
  /** The funding that a reversal takes back; null for a funding. */
  readonly reversedPostingId: string | null;
  /** The tenant's float that paid, or that a reversal pays back; null: the network. */
  readonly floatAccountId: string | null;
}

function textOf(facts: FundingFacts): string {
  const { postingId, auditRecordId, accountId, environment, currency, amountMinor } = facts;
  const reversed = facts.reversedPostingId === null ? [] : [facts.reversedPostingId];
  // A word before it, since a reversed posting has its place.
  const float = facts.floatAccountId === null ? [] : [`float ${facts.floatAccountId}`];
  return [postingId, auditRecordId, accountId, environment, currency, amountMinor, ...reversed, ...float].join("\n");
}

/** Proves that the server wrote a funding with its audit record: write access to the database alone can't make one. */
export function proveFunding(facts: FundingFacts): string {
  return digest("funding", textOf(facts));
}

/** Null if the key version that made it is no longer known. */
export function isProvenFunding(facts: FundingFacts, proof: string): boolean | null {
  const expected = digestLike(proof, "funding", textOf(facts));
  return expected === null ? null : isEqualConstantTime(expected, proof);
}
