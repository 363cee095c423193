import type { findLastProof } from "@/server/domain/books";
import { presentDate } from "./values";

export function presentLastProof(proof: Awaited<ReturnType<typeof findLastProof>>) {
  if (!proof) return null;
  const { at, checks, breached } = proof;
  return { at: presentDate(at), checks, held: checks - breached };
}
