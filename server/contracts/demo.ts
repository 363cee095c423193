export const DEMO_CURRENCY = "USD";

/** The bench: caps, amounts to charge or hold, and partial amounts. */
export const BENCH_CAPS = [10, 20, 30] as const;
export const BENCH_AMOUNTS = [4.5, 12, 24] as const;
export const BENCH_PARTS = [1.5, 3, 5] as const;

export const [, DEFAULT_CAP] = BENCH_CAPS;

export type BenchCap = (typeof BENCH_CAPS)[number];
export type BenchAmount = (typeof BENCH_AMOUNTS)[number];
export type BenchPart = (typeof BENCH_PARTS)[number];

export const BENCH_MOVES = ["capture", "increment", "void", "refund"] as const;
export type BenchMove = (typeof BENCH_MOVES)[number];

export const MAX_BENCH_STEPS = 40;

/** Signs the bench's webhooks. Public, like every secret of the sandbox. */
export const BENCH_WEBHOOK_SECRET = "whsec_Y2xvc2VkLWxvb3AtYmVuY2gtcHVibGljLXNlY3JldCE=";
