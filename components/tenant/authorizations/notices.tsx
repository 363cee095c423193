import { TriangleAlert } from "lucide-react";
import { DISPUTE_OUTCOME_WORDS, DISPUTE_REASON_WORDS } from "@/components/shared/disputes";
import { Money } from "@/components/shared/money/money";
import { Time } from "@/components/ui/values/time";
import type { AuthorizationDetail } from "@/server/trpc/types";
import { CloseDispute } from "../disputes/close-dispute";
import { DeclineViews } from "./decline/decline-views";

export function Notices({ detail }: { readonly detail: AuthorizationDetail }) {
  return (
    <>
      <DisputeNotice detail={detail} />
      <DeclineViews detail={detail} />
    </>
  );
}

function DisputeNotice({
  detail: { dispute, voidable, refundable, merchantName, currency },
}: {
  readonly detail: AuthorizationDetail;
}) {
  if (!dispute) return null;
  const { id, reason, note, amountReturned, closedAt, outcome, message, answer } = dispute;
  if (closedAt) {
    return (
      <section className="mb-6 rounded-8 border border-line p-4 text-14">
        <h2 className="text-14">
          Dispute closed{outcome ? <>: {DISPUTE_OUTCOME_WORDS[outcome].toLowerCase()}</> : null},{" "}
          <Time at={closedAt} as="relative" />
        </h2>
        {message ? <p className="mt-1 wrap-anywhere text-muted">You told the member: “{message}”</p> : null}
        {answer ? <p className="mt-1 wrap-anywhere">The member answered: “{answer}”</p> : null}
      </section>
    );
  }
  const isReturned = amountReturned > 0 && voidable + refundable === 0;
  return (
    <section className="mb-6 flex flex-wrap items-start justify-between gap-3 rounded-8 bg-warn-fill p-4">
      <div className="min-w-0">
        <h2 className="flex items-center gap-2 text-14 text-warn">
          <TriangleAlert aria-hidden className="size-4.5" /> Disputed by the member:{" "}
          {DISPUTE_REASON_WORDS[reason].toLowerCase()}
        </h2>
        <p className="mt-1 text-14 wrap-anywhere">{note ? `“${note}”` : "No note."}</p>
        {amountReturned > 0 ? (
          <p className="mt-1 text-14">
            {isReturned ? "All of it has gone back since, " : "Gone back since: "}
            <Money amount={amountReturned} currency={currency} />
            {isReturned ? ". Close the dispute as refunded?" : "."}
          </p>
        ) : null}
      </div>
      <CloseDispute id={id} merchant={merchantName} amountReturned={amountReturned} />
    </section>
  );
}
