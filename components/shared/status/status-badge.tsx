import { Badge, TONE_TEXTS } from "@/components/ui/feedback/badge";
import type { Activity } from "@/server/trpc/types";
import { paymentState, type Side, type Status, stateOf } from "./states";

export function StatusBadge({ status }: { readonly status: Status }) {
  const { tone, icon, word } = stateOf(status);
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}

interface PaymentProps {
  readonly payment: Pick<Activity, "status" | "captured">;
  readonly side: Side;
}

export function PaymentBadge({ payment, side }: PaymentProps) {
  const { tone, icon, word } = paymentState(payment, side);
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}

export function PaymentWord({ payment, side }: PaymentProps) {
  const { tone, word } = paymentState(payment, side);
  return <span className={TONE_TEXTS[tone]}>{word}</span>;
}
