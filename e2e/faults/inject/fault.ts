/** Starts a fault and returns the function that ends it. Null: not supported on this machine, or in this run. */
export type Fault = (aim: number) => Promise<(() => Promise<void> | void) | null>;
