import { digest, digestLike, isEqualConstantTime } from "@/server/platform/crypto";
import type { Environment } from "../caller";

/** The fields of a funding; its proof covers all of them. */
export interface FundingFacts {
  readonly postingId: string;
  readonly auditRecordId: string;
  readonly accountId: string;
  readonly environment: Environment;
  readonly currency: string;
  readonly amountMinor: bigint;
}

function textOf({ postingId, auditRecordId, accountId, environment, currency, amountMinor }: FundingFacts): string {
  return [postingId, auditRecordId, accountId, environment, currency, amountMinor].join("\n");
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
