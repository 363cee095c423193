import { z } from "zod";

const thrown = z.object({
  name: z.string().default("Error"),
  message: z.string().default(""),
  stack: z.string().optional(),
});

export type StepError = z.output<typeof thrown>;

/** One of the things a call answers that a function has to do, or has done. */
const operation = z.object({
  id: z.string().min(1),
  op: z.string(),
  name: z.string().default(""),
  displayName: z.string().nullish(),
  data: z.unknown(),
  error: thrown.nullish(),
});

export type Operation = z.output<typeof operation>;

export const operations = z.array(operation);

/** A step that has ended, as a run remembers it: a result, or an error. */
export interface KnownStep {
  readonly id: string;
  readonly name: string;
  readonly data?: unknown;
  readonly error?: StepError;
}

/** What an error looks like where a function catches it, or its failure handler reads it. */
export function readThrown(body: unknown): StepError {
  const parsed = thrown.safeParse(body);
  return parsed.success ? parsed.data : { name: "Error", message: JSON.stringify(body) ?? "unknown" };
}

/** What one call came to. */
export type Answer =
  | { readonly kind: "operations"; readonly operations: readonly Operation[] }
  | { readonly kind: "done"; readonly result: unknown }
  /** Code threw, in a step or outside: to be tried again unless it is final. */
  | {
      readonly kind: "threw";
      readonly error: StepError;
      readonly step: Operation | null;
      readonly isFinal: boolean;
      readonly retryAfterMs: number | null;
    }
  /** The function was not reached: no one's fault, so no attempt. */
  | { readonly kind: "away"; readonly reason: string };
