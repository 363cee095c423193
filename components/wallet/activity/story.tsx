import { ReceiptText } from "lucide-react";
import { Money } from "@/components/shared/money/money";
import { STEPS, type StepLook, signedAmount, titleOf } from "@/components/shared/status/steps";
import { TONES } from "@/components/ui/feedback/badge";
import { SectionHead } from "@/components/ui/layout/page-head";
import { ExactTime } from "@/components/ui/values/exact-time";
import type { TransactionDetail } from "@/server/trpc/types";
import { ShareReceipt } from "./share-receipt";

type Step = TransactionDetail["story"][number];

export function Story({ transaction }: { readonly transaction: TransactionDetail }) {
  const { story, currency, merchant } = transaction;
  return (
    <section>
      <SectionHead title="What happened" />
      <ol className="text-14">
        {story.map((step, index) => (
          <Entry
            key={`${step.kind} ${step.at} ${step.receiptId ?? index}`}
            step={step}
            currency={currency}
            merchant={merchant}
            isLast={index === story.length - 1}
          />
        ))}
      </ol>
    </section>
  );
}

interface EntryProps {
  readonly step: Step;
  readonly currency: string;
  readonly merchant: string;
  readonly isLast: boolean;
}

function Entry({ step, currency, merchant, isLast }: EntryProps) {
  const { kind, amount, at, receiptId } = step;
  const { icon: Icon, tone, sign }: StepLook = STEPS[kind];
  return (
    <li className="relative flex gap-3 pb-5 last:pb-0">
      {isLast ? null : <span aria-hidden className="absolute top-8 bottom-0 left-4 w-px bg-line" />}
      <span className={`grid size-8 shrink-0 place-items-center rounded-full ${TONES[tone]}`}>
        <Icon aria-hidden className="size-4" strokeWidth={2} />
      </span>
      <div className="min-w-0 flex-1 pt-1.5">
        <div className="flex items-baseline justify-between gap-4">
          <p className="font-medium">{titleOf(kind, "payer")}</p>
          <p className={sign ? "font-medium" : "text-muted"}>
            <Money amount={signedAmount(kind, amount, "payer")} currency={currency} />
          </p>
        </div>
        <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 text-13 text-muted">
          <ExactTime at={at} as="local" />
          {receiptId ? (
            <span className="-mr-2 flex">
              <a
                href={`/receipts/${receiptId}`}
                className="inline-flex h-9 items-center gap-1.5 rounded-8 px-2 font-medium text-accent hover:bg-hover"
              >
                <ReceiptText aria-hidden className="size-4" /> Receipt
              </a>
              <ShareReceipt receiptId={receiptId} merchant={merchant} />
            </span>
          ) : null}
        </div>
      </div>
    </li>
  );
}
