import { processSingleton } from "@/server/platform/singleton";

const last = processSingleton("refused-inngest-call", () => ({ at: Number.NEGATIVE_INFINITY }));

/** Someone called a function without a right signature: a stranger, or an Inngest with another key. */
export function noteRefusedCall(): void {
  last.at = performance.now();
}

/** By `performance.now()`. */
export function lastRefusedCall(): number {
  return last.at;
}
