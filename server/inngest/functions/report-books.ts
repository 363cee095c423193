import { NonRetriableError } from "inngest";
import { proveBooks, sealBooks } from "@/server/domain/books";
import { newRecordId } from "@/server/platform/ids";
import { getLogger } from "@/server/platform/logger";

/** Proves the books and records the result. A breach is logged as an error and fails the run, so that it is seen. */
export async function proveAndReport({ now }: { readonly now: Date }): Promise<{ readonly checks: number }> {
  // The proof covers both environments, and its record says so.
  const proof = await proveBooks({ kind: "network", environment: "live", now, requestId: newRecordId(now) });
  if (!proof) throw new Error("a proof is under way in this process");
  const breached = proof.checks.filter(({ breaches }) => breaches.length > 0);
  for (const { name, breaches } of breached) {
    const records = breaches.map(({ record, offByMinor }) => ({ record, offByMinor: offByMinor.toString() }));
    getLogger().error({ check: name, breaches: records }, "THE BOOKS DO NOT BALANCE");
  }
  if (breached.length > 0) {
    throw new NonRetriableError(`The books do not balance: ${breached.map(({ name }) => name).join("; ")}`);
  }
  return { checks: proof.checks.length };
}

/** Seals what was written since the last minute. A funding not written by the server fails the run, so that it is seen. */
export async function sealAndReport({ now }: { readonly now: Date }): Promise<{ readonly blocks: number }> {
  const { blocks, head, unproven } = await sealBooks({ now });
  // The log keeps the heads out of reach of anyone who can write to the database.
  if (head) getLogger().info({ head }, "books sealed");
  if (unproven.length > 0) {
    getLogger().error({ postings: unproven }, "ACCOUNTS WERE FUNDED BEHIND THE SERVER'S BACK");
    throw new NonRetriableError(`The server did not write these fundings: ${unproven.slice(0, 20).join(", ")}`);
  }
  return { blocks };
}
