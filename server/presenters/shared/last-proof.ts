import type { findLastProof } from "@/server/domain/books";
import { presentDate } from "./values";

/** When the books were last proved, how many checks there were, and how many of them held. */
export function presentLastProof(proof: Awaited<ReturnType<typeof findLastProof>>) {
  if (!proof) return null;
  const { at, checks, breached } = proof;
  return { at: presentDate(at), checks, held: checks - breached };
}
