import type { World } from "../stage/world";
import type { Client } from "./client";
import type { Receiver } from "./receiver";

export interface Journeying {
  readonly client: Client;
  readonly world: World;
  readonly receiver: Receiver;
}

export type Journey = (on: Journeying) => Promise<void>;

/** Whole units, so that halves and quarters are whole cents. */
export function randomAmount({ client }: Journeying): number {
  return client.random.integer(4, 90);
}
