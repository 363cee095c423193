import { announce } from "@/server/db/announce";
import { listenTo } from "@/server/db/listen";
import { getPool } from "@/server/db/pool";

/** A call arrived that was asked for: whichever process it reached, the one that asked hears of it. */
export function announceRoundTrip(nonce: string): void {
  announce(getPool(), `round-trip:${nonce}`);
}

/** Calls `listener` when the call that was asked for has arrived somewhere. Returns how to stop. */
export function listenForRoundTrip(nonce: string, listener: () => void): () => void {
  return listenTo([`round-trip:${nonce}`], listener);
}
