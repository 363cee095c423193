/** The demo of the start page: what its code may pay, and what its till may ask for. The second is over the cap. */
export const DEMO_CURRENCY = "USD";
export const DEMO_CAP = 20;
export const DEMO_AMOUNTS = [4.5, 24] as const;

export type DemoAmount = (typeof DEMO_AMOUNTS)[number];
