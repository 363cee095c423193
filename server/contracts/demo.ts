/** The demo of the start page: what its code may pay, and what its till may ask for. The second is over the cap. */
export const DEMO_CURRENCY = "USD";
export const DEMO_CAP = 20;
export const DEMO_AMOUNTS = [4.5, 24] as const;

export type DemoAmount = (typeof DEMO_AMOUNTS)[number];

/** The bench: caps of its codes, what its till charges or holds, and the parts of a payment that it moves. */
export const BENCH_CAPS = [10, 20, 30] as const;
export const BENCH_AMOUNTS = [4.5, 12, 24] as const;
export const BENCH_PARTS = [1.5, 3, 5] as const;

export type BenchCap = (typeof BENCH_CAPS)[number];
export type BenchAmount = (typeof BENCH_AMOUNTS)[number];
export type BenchPart = (typeof BENCH_PARTS)[number];

/** What is done with a payment once it was approved. */
export const BENCH_MOVES = ["capture", "increment", "void", "refund"] as const;
export type BenchMove = (typeof BENCH_MOVES)[number];

/** As many steps as a run keeps. */
export const MAX_BENCH_STEPS = 40;

/** What the bench signs webhooks with. Public, like every secret of the sandbox. */
export const BENCH_WEBHOOK_SECRET = "whsec_Y2xvc2VkLWxvb3AtYmVuY2gtcHVibGljLXNlY3JldCE=";
