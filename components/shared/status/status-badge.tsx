import { Badge, TONE_TEXTS } from "@/components/ui/feedback/badge";
import type { Activity } from "@/server/trpc/types";
import { memberState, type Status, stateOf } from "./states";

/** A state in the words of the API, without the noun that the page already names. */
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
}

/** The state of a payment, in the member's words. */
export function PaymentBadge({ payment }: PaymentProps) {
  const { tone, icon, word } = memberState(payment);
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}

/** The same in a list, where badges would be too loud. */
export function PaymentWord({ payment }: PaymentProps) {
  const { tone, word } = memberState(payment);
  return <span className={TONE_TEXTS[tone]}>{word}</span>;
}
