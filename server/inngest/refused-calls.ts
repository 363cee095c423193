import { processSingleton } from "@/server/platform/singleton";

const last = processSingleton("refused-inngest-call", () => ({ at: Number.NEGATIVE_INFINITY }));

/** Notes a call without a valid signature, from a stranger or an Inngest with another key. */
export function noteRefusedCall(): void {
  last.at = performance.now();
}

export function lastRefusedCall(): number {
  return last.at;
}
