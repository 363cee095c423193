"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleX, Clock } from "lucide-react";
import { nameAccount } from "@/components/shared/accounts/name-account";
import { Money } from "@/components/shared/money/money";
import { PaymentBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Failure, Skeleton } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyId } from "@/components/ui/values/copy-id";
import { ExactTime } from "@/components/ui/values/exact-time";
import { WithDays } from "@/components/ui/values/with-days";
import type { TransactionDetail } from "@/server/trpc/types";
import { useCardName } from "../cards/card-look";
import { RescuePayment } from "../rescues/rescue-payment";
import { RepairAct } from "./repair-act";
import { Report } from "./report";
import { Story } from "./story";

const BACK = { href: "/wallet/activity", label: "Activity" };

export function TransactionPage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const transaction = useQuery(trpc.wallet.activity.get.queryOptions({ id }));
  if (transaction.data) return <Detail transaction={transaction.data} />;
  return (
    <>
      <PageHead title="Transaction" back={BACK} />
      {transaction.isPending ? (
        <div role="status" aria-label="Loading" className="flex flex-col gap-4">
          <Skeleton className="h-12 w-48" />
          <Skeleton className="h-64 w-full" />
        </div>
      ) : (
        <Failure what="This transaction" error={transaction.error} onRetry={() => void transaction.refetch()} />
      )}
    </>
  );
}

function Detail({ transaction }: { readonly transaction: TransactionDetail }) {
  const { merchant, amount, currency, isOut, createdAt, decline } = transaction;
  return (
    <>
      <PageHead title={merchant} back={BACK} />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-start lg:gap-12">
        <div className="flex flex-col gap-6">
          <div>
            <p className={`text-40 font-semibold tracking-tight ${isOut ? "" : "text-muted"}`}>
              <Money amount={isOut ? -amount : amount} currency={currency} />
            </p>
            <div className="mt-2 flex flex-wrap items-center gap-2 text-14 text-muted">
              <PaymentBadge side="payer" payment={transaction} /> <ExactTime at={createdAt} as="relative" />
            </div>
          </div>
          {decline ? <RescuePayment id={transaction.id} /> : null}
          {decline ? <Decline transaction={transaction} decline={decline} /> : null}
          {transaction.heldUntil ? <Hold transaction={transaction} until={transaction.heldUntil} /> : null}
          <Story transaction={transaction} />
        </div>
        <div className="flex flex-col gap-6">
          <Details transaction={transaction} />
          <Report transaction={transaction} />
        </div>
      </div>
    </>
  );
}

interface DeclineProps {
  readonly transaction: TransactionDetail;
  readonly decline: NonNullable<TransactionDetail["decline"]>;
}

/** The reason. The panel above has the remedy while the payment can be rescued, or if it was. */
function Decline({ transaction, decline }: DeclineProps) {
  const trpc = useTRPC();
  const rescues = useQuery(trpc.wallet.rescues.list.queryOptions());
  const isRescued = rescues.data?.some((one) => one.id === transaction.id) ?? false;
  return (
    <section className="rounded-8 bg-bad-fill p-4">
      <h2 className="flex items-center gap-2 text-14 text-bad">
        <CircleX aria-hidden className="size-4.5" /> {decline.title}
      </h2>
      <p className="mt-1 text-14">
        <WithDays text={decline.why} />
      </p>
      {isRescued ? null : (
        <>
          <p className="mt-2 text-14">
            <strong className="font-medium">What you can do:</strong> {decline.help}
          </p>
          <div className="mt-3 empty:hidden">
            <RepairAct transaction={transaction} repair={decline.repair} />
          </div>
        </>
      )}
    </section>
  );
}

function Hold({ transaction, until }: { readonly transaction: TransactionDetail; readonly until: string }) {
  return (
    <section className="rounded-8 bg-accent-fill p-4">
      <h2 className="flex items-center gap-2 text-14 text-accent">
        <Clock aria-hidden className="size-4.5" /> Pending
      </h2>
      <p className="mt-1 text-14">
        <Money amount={transaction.held} currency={transaction.currency} /> is set aside for {transaction.merchant}{" "}
        until <ExactTime at={until} as="local" />. Anything not taken by then is released back to you.
      </p>
    </section>
  );
}

function Details({ transaction }: { readonly transaction: TransactionDetail }) {
  const { cardId, paymentCodeId, agreementId, approvalCode } = transaction;
  const link = "font-medium text-accent hover:underline";
  return (
    <Facts>
      <Fact label="Paid with">
        {paymentCodeId ? (
          <Link href={`/wallet/codes/${paymentCodeId}`} className={link}>
            Payment code
          </Link>
        ) : agreementId ? (
          <Link href={`/wallet/agreements/${agreementId}`} className={link}>
            Agreement
          </Link>
        ) : cardId ? (
          <Link href={`/wallet/cards/${cardId}`} className={link}>
            <CardName id={cardId} />
          </Link>
        ) : null}
      </Fact>
      <Fact label="Account">{nameAccount(transaction.account)}</Fact>
      {transaction.merchantReference ? <Fact label="Merchant’s reference">{transaction.merchantReference}</Fact> : null}
      <Fact label="Authorization">
        <CopyId id={transaction.authorizationId} />
      </Fact>
      {transaction.matchWords ? <Fact label="Match words">{transaction.matchWords}</Fact> : null}
      {approvalCode ? (
        <Fact label="Approval code">
          <span className="font-mono text-13">{approvalCode}</span>
        </Fact>
      ) : null}
      <Fact label="Record">
        <CopyId id={transaction.id} />
      </Fact>
    </Facts>
  );
}

function CardName({ id }: { readonly id: string }) {
  return useCardName(id);
}
