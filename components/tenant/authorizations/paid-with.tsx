import { CreditCard, type LucideIcon, Repeat, TicketCheck } from "lucide-react";
import { WAYS_OF_PAYING } from "@/server/contracts/choices";
import type { TenantAuthorization } from "@/server/trpc/types";

type Kind = TenantAuthorization["way"];

const PAID_WITH: Readonly<Record<Kind, readonly [LucideIcon, string]>> = {
  card: [CreditCard, "Card"],
  code: [TicketCheck, "Payment code"],
  agreement: [Repeat, "Agreement"],
};

export const WAY_OPTIONS = WAYS_OF_PAYING.map((value) => ({ value, label: PAID_WITH[value][1] }));

export function PaidWith({ kind }: { readonly kind: Kind }) {
  const [Icon, label] = PAID_WITH[kind];
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon aria-hidden className="size-4 text-muted" strokeWidth={1.75} /> {label}
    </span>
  );
}
