import { announce } from "@/server/db/announce";
import { listenTo } from "@/server/db/listen";
import { getPool } from "@/server/db/pool";

/** Notifies the process that asked for the call, whichever process received it. */
export function announceRoundTrip(nonce: string): void {
  announce(getPool(), `round-trip:${nonce}`);
}

/** Returns a function that stops listening. */
export function listenForRoundTrip(nonce: string, listener: () => void): () => void {
  return listenTo([`round-trip:${nonce}`], listener);
}
