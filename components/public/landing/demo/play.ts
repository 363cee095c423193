import type { DemoAmount } from "@/server/contracts/demo";
import type { DemoCode, DemoPayment } from "@/server/trpc/types";

/** What has happened on the page so far. */
export interface Play {
  /** The newest code; null: none yet. */
  readonly code: DemoCode | null;
  /** What came of it the last time that it was charged. */
  readonly payment: DemoPayment | null;
  /** What was charged since the page was opened, newest first. */
  readonly past: readonly DemoPayment[];
  /** What is under way. */
  readonly busy: "code" | DemoAmount | null;
  /** Why the last call was refused, on the side that made it. */
  readonly refused: { readonly at: "member" | "cashier"; readonly why: string } | null;
}

export const NOTHING_YET: Play = { code: null, payment: null, past: [], busy: null, refused: null };

/** A code pays once. */
export function isUsable({ code, payment }: Play): boolean {
  return code !== null && !payment?.sale.approved;
}

/** `7KQ2M9XW` as people read it. */
export function grouped(code: string): string {
  return `${code.slice(0, 4)} ${code.slice(4)}`;
}
