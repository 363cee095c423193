import type { InngestFunction } from "inngest";
import { inngest } from "./client";

/** Steps that the embedded engine has, too. */
type OwnSteps = "run" | "sendEvent" | "sleepUntil";

type Triggers = InngestFunction.Trigger<string>[];
type Create<Of extends Triggers> = typeof inngest.createFunction<Of>;
type GivenByInngest<Of extends Triggers> = Parameters<Parameters<Create<Of>>[1]>[0];

type Given<Of extends Triggers> = Pick<GivenByInngest<Of>, "attempt" | "event" | "runId"> & {
  readonly step: Pick<GivenByInngest<Of>["step"], OwnSteps>;
};

declare const isDefinedHere: unique symbol;

/** A function that every engine runs. */
export type DefinedFunction = InngestFunction.Any & { readonly [isDefinedHere]: true };

/**
 * Declares a function of the product. A step that the embedded engine lacks doesn't compile; a setting that it lacks stops the
 * start.
 */
export function defineFunction<const Of extends Triggers>(
  options: Omit<Parameters<Create<Of>>[0], "triggers"> & { triggers: Of },
  handler: (given: Given<Of>) => unknown,
): DefinedFunction {
  return inngest.createFunction(options, handler as never) as unknown as DefinedFunction;
}
