"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleX, Clock, ReceiptText } from "lucide-react";
import Link from "next/link";
import type { TransactionDetail } from "@/server/trpc/types";
import { nameAccount } from "../accounts/name-account";
import { StatusBadge } from "../status/status-badge";
import { useTRPC } from "../trpc/client";
import { CopyId } from "../ui/copy-id";
import { Fact, Facts } from "../ui/facts";
import { Money } from "../ui/money";
import { PageHead, SectionHead } from "../ui/page-head";
import { Failure, Skeleton } from "../ui/states";
import { Time } from "../ui/time";

const BACK = { href: "/wallet/activity", label: "Activity" };

/** One transaction: who, how much, what is held until when, receipts; of a decline why, and what helps. */
export function TransactionPage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const transaction = useQuery(trpc.activity.get.queryOptions({ id }));
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
  const { merchant, amount, currency, isOut, status, createdAt, decline } = transaction;
  return (
    <>
      <PageHead title={merchant} back={BACK} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:items-start">
        <div className="flex flex-col gap-6">
          <div>
            <p className="text-40 font-semibold tracking-tight">
              <Money amount={isOut ? -amount : amount} currency={currency} />
            </p>
            <p className="mt-2 flex flex-wrap items-center gap-2 text-14 text-muted">
              <StatusBadge status={status} /> <Time at={createdAt} as="local" />
            </p>
          </div>
          {decline ? <Decline decline={decline} /> : null}
          {transaction.heldUntil ? <Hold transaction={transaction} until={transaction.heldUntil} /> : null}
          <Payments transaction={transaction} />
        </div>
        <Details transaction={transaction} />
      </div>
    </>
  );
}

function Decline({ decline }: { readonly decline: NonNullable<TransactionDetail["decline"]> }) {
  return (
    <section className="rounded-8 bg-bad-fill p-4">
      <h2 className="flex items-center gap-2 text-14 text-bad">
        <CircleX aria-hidden className="size-4.5" /> {decline.title}
      </h2>
      <p className="mt-1 text-14">{decline.why}</p>
      <p className="mt-2 text-14">
        <strong className="font-medium">What helps:</strong> {decline.help}
      </p>
    </section>
  );
}

function Hold({ transaction, until }: { readonly transaction: TransactionDetail; readonly until: string }) {
  return (
    <section className="rounded-8 bg-accent-fill p-4">
      <h2 className="flex items-center gap-2 text-14 text-accent">
        <Clock aria-hidden className="size-4.5" /> Held, not taken yet
      </h2>
      <p className="mt-1 text-14">
        <Money amount={transaction.held} currency={transaction.currency} /> is set aside for {transaction.merchant}{" "}
        until <Time at={until} as="local" />. What is not taken by then is yours again.
      </p>
    </section>
  );
}

function Payments({ transaction }: { readonly transaction: TransactionDetail }) {
  const { payments, refunds, currency } = transaction;
  if (payments.length === 0) return null;
  return (
    <section>
      <SectionHead title="Payments and refunds" />
      <ul className="divide-y divide-line rounded-8 border border-line text-14">
        {payments.map(({ transactionId, amount, createdAt, receiptId }) => (
          <li key={transactionId} className="flex min-h-14 items-center justify-between gap-4 px-4 py-2">
            <span>
              <span className="block">Paid</span>
              <span className="block text-13 text-muted">
                <Time at={createdAt} as="relative" />
              </span>
            </span>
            <span className="flex items-center gap-4">
              <a
                href={`/receipts/${receiptId}`}
                className="inline-flex h-9 items-center gap-1.5 rounded-8 px-2 font-medium text-accent hover:bg-hover"
              >
                <ReceiptText aria-hidden className="size-4" /> Receipt
              </a>
              <Money amount={-amount} currency={currency} />
            </span>
          </li>
        ))}
        {refunds.map(({ refundId, amount, createdAt }) => (
          <li key={refundId} className="flex min-h-14 items-center justify-between gap-4 px-4 py-2">
            <span>
              <span className="block">Refunded</span>
              <span className="block text-13 text-muted">
                <Time at={createdAt} as="relative" />
              </span>
            </span>
            <Money amount={amount} currency={currency} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Details({ transaction }: { readonly transaction: TransactionDetail }) {
  const { asked, currency, released, paymentCodeId, agreementId, approvalCode } = transaction;
  const link = "font-medium text-accent hover:underline";
  return (
    <Facts>
      <Fact label="Asked for">
        <Money amount={asked} currency={currency} />
      </Fact>
      {released > 0 ? (
        <Fact label="Released">
          <Money amount={released} currency={currency} />
        </Fact>
      ) : null}
      <Fact label="Paid with">
        {paymentCodeId ? (
          <Link href={`/wallet/codes/${paymentCodeId}`} className={link}>
            Payment code
          </Link>
        ) : agreementId ? (
          <Link href={`/wallet/agreements/${agreementId}`} className={link}>
            Agreement
          </Link>
        ) : (
          "Card"
        )}
      </Fact>
      <Fact label="Account">{nameAccount({ id: transaction.account, currency })}</Fact>
      {transaction.merchantReference ? <Fact label="Merchant’s reference">{transaction.merchantReference}</Fact> : null}
      <Fact label="Authorization">
        <CopyId id={transaction.authorizationId} />
      </Fact>
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
