import { DAY_MS } from "@/server/platform/clock";
import { findLatest } from "../audit";
import { PROVED } from "./proof";

/** The nightly proof is a day old at most; further back is not looked. */
const LOOKED_BACK_MS = 3 * DAY_MS;

interface LastProof {
  readonly at: Date;
  /** Checks that found something. */
  readonly breached: number;
}

/** Null: the books were not proved in the last three days. */
export async function findLastProof({ now }: { readonly now: Date }): Promise<LastProof | null> {
  const latest = await findLatest(PROVED, new Date(now.getTime() - LOOKED_BACK_MS));
  return latest && { at: latest.createdAt, breached: Number(latest.details.breached) };
}
