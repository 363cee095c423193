import type { Reply } from "../load/read-reply";
import type { Outcome } from "../load/tally";
import type { Measurement } from "../measurement";
import type { World } from "../stage/world";

export type Send = (request: string) => Promise<Reply>;

export interface Context {
  readonly world: World;
  readonly holds: string[];
  readonly codes: { readonly code: string; readonly pin: string }[];
  /** Raw requests that were already answered, for replays. */
  readonly answered: string[];
  /** Counts up from 0, to spread work evenly. */
  turn(): number;
}

export interface Run {
  readonly context: Context;
  readonly seconds: number;
  /** Runs `once` the given number of times, several at a time, outside the measured time. */
  repeat(times: number, once: (send: Send) => Promise<unknown>): Promise<void>;
  /** Starts `count` loops beside the measured run. The returned function stops them. */
  meanwhile(count: number, once: (send: Send) => Promise<unknown>): () => Promise<void>;
}

export interface Scenario {
  readonly name: string;
  /** Creates what the operations consume, before the clock starts. */
  prepare?(run: Run): Promise<void>;
  operate(send: Send, context: Context): Promise<Outcome>;
  /** Extra figures, taken after the last operation. */
  finish?(run: Run, measured: Measurement): Promise<Measurement["extras"]>;
}
