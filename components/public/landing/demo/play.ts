import type { DemoAmount } from "@/server/contracts/demo";
import type { DemoCode, DemoPayment } from "@/server/trpc/types";

export interface Play {
  readonly code: DemoCode | null;
  readonly payment: DemoPayment | null;
  readonly past: readonly DemoPayment[];
  readonly busy: "code" | DemoAmount | null;
  readonly refused: { readonly at: "member" | "cashier"; readonly why: string } | null;
}

export const NOTHING_YET: Play = { code: null, payment: null, past: [], busy: null, refused: null };

export function isUsable({ code, payment }: Play): boolean {
  return code !== null && !payment?.sale.approved;
}

export function grouped(code: string): string {
  return `${code.slice(0, 4)} ${code.slice(4)}`;
}
