import { getPool } from "@/server/db/pool";
import { now } from "@/server/platform/clock";
import { getLogger } from "@/server/platform/logger";
import { processSingleton } from "@/server/platform/singleton";
import { recordAudit } from "../audit";
import type { NetworkCaller, OperatorCaller } from "../caller";
import { checkAllBooks } from "./check-all-books";
import { PROVED, type Proof, toDetails } from "./proof";

interface State {
  underWay: { readonly startedAt: Date; readonly actor: string } | null;
  failure: { readonly at: Date; readonly reason: string } | null;
}

/** One proof at a time per process: each holds a connection and reads everything. */
export const proving = processSingleton<State>("proving-books", () => ({ underWay: null, failure: null }));

/** Proves the books of both environments and records the result, good or bad. Null if this process is proving already. */
export async function proveBooks(caller: NetworkCaller | OperatorCaller): Promise<Proof | null> {
  if (proving.underWay) return null;
  proving.underWay = { startedAt: now(), actor: caller.kind === "operator" ? caller.email : "Closed Loop" };
  proving.failure = null;
  try {
    const { checks, seal } = await checkAllBooks();
    const proof: Proof = { checks, head: seal?.line ?? null };
    await recordAudit(getPool(), caller, {
      action: PROVED,
      subject: { kind: "books", id: "all" },
      tenantId: null,
      environment: null,
      details: toDetails(proof),
    });
    return proof;
  } catch (error) {
    proving.failure = { at: now(), reason: error instanceof Error ? error.message : String(error) };
    throw error;
  } finally {
    proving.underWay = null;
  }
}

/** Doesn't wait for the proof, which may take minutes. False if one is under way. */
export function startProof(caller: OperatorCaller): boolean {
  if (proving.underWay) return false;
  proveBooks(caller).catch((error: Error) => {
    getLogger().error({ requestId: caller.requestId, reason: error.message }, "the books could not be read");
  });
  return true;
}
