/** Begins a fault; what it returns ends it. Null: this machine or this run does not have what it takes. */
export type Fault = (aim: number) => Promise<(() => Promise<void> | void) | null>;
