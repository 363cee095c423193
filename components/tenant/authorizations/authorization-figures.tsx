import type { ReactNode } from "react";
import { Money } from "@/components/shared/money/money";
import { Time } from "@/components/ui/values/time";
import type { AuthorizationDetail } from "@/server/trpc/types";

export function AuthorizationFigures({ detail }: { readonly detail: AuthorizationDetail }) {
  const money = (amount: number) => <Money amount={amount} currency={detail.currency} />;
  return (
    <dl className="mb-6 flex flex-wrap gap-px overflow-hidden rounded-8 border border-line bg-line">
      <Figure label="Authorized">{money(detail.amount)}</Figure>
      <Figure label="Held now">{money(detail.capturable)}</Figure>
      <Figure label="Captured">{money(detail.captured)}</Figure>
      {detail.refunded > 0 ? <Figure label="Refunded">{money(-detail.refunded)}</Figure> : null}
      {detail.released > 0 ? <Figure label="Released">{money(detail.released)}</Figure> : null}
      {detail.expires && detail.capturable > 0 ? (
        <Figure label="Hold expires">
          <Time at={detail.expires} />
        </Figure>
      ) : null}
    </dl>
  );
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-fit flex-1 basis-[40%] bg-page sm:basis-0 px-4 py-2.5">
      <dt className="text-13 text-muted">{label}</dt>
      <dd className="text-16 font-medium whitespace-nowrap tabular-nums">{children}</dd>
    </div>
  );
}
