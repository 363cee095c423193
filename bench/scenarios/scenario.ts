import type { Reply } from "../load/read-reply";
import type { Outcome } from "../load/tally";
import type { Measurement } from "../measurement";
import type { World } from "../stage/world";

/** Sends one request and gives its answer. */
export type Send = (request: string) => Promise<Reply>;

/** What a scenario works on, for as long as the load process runs. */
export interface Context {
  readonly world: World;
  /** Record ids of holds that nothing was captured of yet. */
  readonly holds: string[];
  /** Codes that were not used yet. */
  readonly codes: { readonly code: string; readonly pin: string }[];
  /** The same texts again and again: requests that were answered before. */
  readonly answered: string[];
  /** 0, 1, 2, …: what is spread is spread evenly. */
  turn(): number;
}

/** One run of a scenario, on one host. */
export interface Run {
  readonly context: Context;
  readonly seconds: number;
  /** Does the same thing as often as said, several at a time, outside the measured time. */
  repeat(times: number, once: (send: Send) => Promise<unknown>): Promise<void>;
  /** So many do the same thing over and over beside what is measured, until they are told to end. */
  meanwhile(count: number, once: (send: Send) => Promise<unknown>): () => Promise<void>;
}

/** What is measured: one operation, which may take several requests. */
export interface Scenario {
  readonly name: string;
  /** Makes what the operations use up, before the clock runs. */
  prepare?(run: Run): Promise<void>;
  operate(send: Send, context: Context): Promise<Outcome>;
  /** What there is to count once the last operation has ended. */
  finish?(run: Run, measured: Measurement): Promise<Measurement["extras"]>;
}
