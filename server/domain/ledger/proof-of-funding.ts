import { digest, digestLike, isEqualConstantTime } from "@/server/platform/crypto";
import type { Environment } from "../caller";

/** The fields of a funding, or of a reversal of one; its proof covers all of them. */
export interface FundingFacts {
  readonly postingId: string;
  readonly auditRecordId: string;
  readonly accountId: string;
  readonly environment: Environment;
  readonly currency: string;
  /** Negative: a reversal takes it back. */
  readonly amountMinor: bigint;
  /** The funding that it takes back; null: it funds. */
  readonly reversedPostingId: string | null;
}

function textOf(facts: FundingFacts): string {
  const { postingId, auditRecordId, accountId, environment, currency, amountMinor, reversedPostingId } = facts;
  const reversed = reversedPostingId === null ? [] : [reversedPostingId];
  return [postingId, auditRecordId, accountId, environment, currency, amountMinor, ...reversed].join("\n");
}

/** Proves that the server wrote a funding with its audit record: write access to the database alone can't make one. */
export function proveFunding(facts: FundingFacts): string {
  return digest("funding", textOf(facts));
}

/** Null: it was made with a version of the server's key that is known no more. */
export function isProvenFunding(facts: FundingFacts, proof: string): boolean | null {
  const expected = digestLike(proof, "funding", textOf(facts));
  return expected === null ? null : isEqualConstantTime(expected, proof);
}
