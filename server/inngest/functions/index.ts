import type { InngestFunction } from "inngest";
import { expireHoldsFunction } from "./expire-holds";

/** Every function of the service. What is not here is never called. */
export const functions: readonly InngestFunction.Any[] = [expireHoldsFunction];
