import type { World } from "../stage/world";
import type { Client } from "./client";
import type { Receiver } from "./receiver";

export interface Journeying {
  readonly client: Client;
  readonly world: World;
  readonly receiver: Receiver;
}

/** Some operations one after another, as one till or program makes them. */
export type Journey = (on: Journeying) => Promise<void>;

/** Whole units, of which halves and quarters are whole cents. */
export function randomAmount({ client }: Journeying): number {
  return client.random.integer(4, 90);
}
