import type { Export } from "@/server/trpc/types";

interface Kind {
  readonly label: string;
  readonly says: string;
}

/** What can be exported, in words. */
export const KINDS: Readonly<Record<Export["kind"], Kind>> = {
  payments: { label: "Payments", says: "Each payment request, with what was captured and refunded of it." },
  settlement: {
    label: "Settlement lines",
    says: "Each capture and refund of the batches that were closed in these days.",
  },
  balance: { label: "Balances", says: "Each entry of the merchants’ balances, with the opening and closing ones." },
};
