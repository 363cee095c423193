import { z } from "zod";
import { UnsupportedError } from "./unsupported";

const thrown = z.object({
  name: z.string().default("Error"),
  message: z.string().default(""),
  stack: z.string().optional(),
});

export type StepError = z.output<typeof thrown>;

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

export interface KnownStep {
  readonly id: string;
  readonly name: string;
  readonly data?: unknown;
  readonly error?: StepError;
}

export const nameOf = ({ displayName, name }: Operation) => displayName ?? name;

/** Throws UnsupportedError for what only engines with parallel steps, waits, or invocations do. */
export function rememberedStep(operation: Operation): KnownStep {
  const { id, op, data } = operation;
  if (op === "StepPlanned") throw new UnsupportedError("steps beside each other");
  if (op !== "StepRun") throw new UnsupportedError(`step "${nameOf(operation)}", which needs ${op},`);
  return { id, name: nameOf(operation), data: data ?? null };
}

export function readThrown(body: unknown): StepError {
  const parsed = thrown.safeParse(body);
  return parsed.success ? parsed.data : { name: "Error", message: JSON.stringify(body) ?? "unknown" };
}

export type Answer =
  | { readonly kind: "operations"; readonly operations: readonly Operation[] }
  | { readonly kind: "done"; readonly result: unknown }
  /** User code threw, in a step or outside; retried unless final. */
  | {
      readonly kind: "threw";
      readonly error: StepError;
      readonly step: Operation | null;
      readonly isFinal: boolean;
      readonly retryAfterMs: number | null;
    }
  /** The function wasn't reached, so this doesn't count as an attempt. */
  | { readonly kind: "away"; readonly reason: string };
