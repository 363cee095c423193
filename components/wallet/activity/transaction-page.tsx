"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleX, Clock, ReceiptText, Share2 } from "lucide-react";
import { nameAccount } from "@/components/shared/accounts/name-account";
import { Money } from "@/components/shared/money/money";
import { PaymentBadge } from "@/components/shared/status/status-badge";
import { STEPS, type StepLook, signedAmount, titleOf } from "@/components/shared/status/steps";
import { useTRPC } from "@/components/trpc/client";
import { TONES } from "@/components/ui/feedback/badge";
import { Unread } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { LinkButton } from "@/components/ui/forms/link-button";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyId } from "@/components/ui/values/copy-id";
import { copyText } from "@/components/ui/values/copy-text";
import { ExactTime } from "@/components/ui/values/exact-time";
import { WithDays } from "@/components/ui/values/with-days";
import type { TransactionDetail } from "@/server/trpc/types";
import { useCardName } from "../cards/card-look";
import { FreezeButton } from "../cards/freeze";
import { RescuePayment } from "../rescues/rescue-payment";
import { Dispute } from "./dispute";

const BACK = { href: "/wallet/activity", label: "Activity" };

export function TransactionPage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const transaction = useQuery(trpc.wallet.activity.get.queryOptions({ id }));
  if (transaction.data) return <Detail transaction={transaction.data} />;
  return (
    <>
      <PageHead title="Transaction" back={BACK} />
      <Unread what="This transaction" query={transaction} />
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
          <Dispute transaction={transaction} />
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
      {transaction.matchWords ? (
        <Fact label="Match words">
          <span translate="no">{transaction.matchWords}</span>
        </Fact>
      ) : null}
      {approvalCode ? (
        <Fact label="Approval code">
          <span translate="no" className="font-mono text-13">
            {approvalCode}
          </span>
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

interface RepairActProps {
  readonly transaction: TransactionDetail;
  readonly repair: NonNullable<TransactionDetail["decline"]>["repair"];
}

function RepairAct({ transaction: { cardId, agreementId }, repair }: RepairActProps) {
  switch (repair) {
    case "unfreeze":
      return cardId ? <Unfreeze cardId={cardId} /> : null;
    case "limits":
      return cardId ? <LinkButton href={`/wallet/cards/${cardId}`}>Change your limits</LinkButton> : null;
    case "code":
      return <LinkButton href="/wallet/codes">Create a code with a higher cap</LinkButton>;
    case "agreement":
      return agreementId ? (
        <LinkButton href={`/wallet/agreements/${agreementId}`}>See what you allowed</LinkButton>
      ) : null;
    case null:
      return null;
  }
}

/** Only if the member froze the card; the issuer's freeze can't be lifted here. */
function Unfreeze({ cardId }: { readonly cardId: string }) {
  const trpc = useTRPC();
  const cards = useQuery(trpc.wallet.cards.list.queryOptions());
  const card = cards.data?.find(({ id }) => id === cardId);
  return card?.frozenBy === "member" ? <FreezeButton card={card} /> : null;
}

type StoryStep = TransactionDetail["story"][number];

function Story({ transaction }: { readonly transaction: TransactionDetail }) {
  const { story, currency, merchant } = transaction;
  return (
    <section>
      <SectionHead title="What happened" />
      <ol className="text-14">
        {story.map((step, index) => (
          <StoryEntry
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

interface StoryEntryProps {
  readonly step: StoryStep;
  readonly currency: string;
  readonly merchant: string;
  readonly isLast: boolean;
}

function StoryEntry({ step, currency, merchant, isLast }: StoryEntryProps) {
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

interface ShareReceiptProps {
  readonly receiptId: string;
  readonly merchant: string;
}

function ShareReceipt({ receiptId, merchant }: ShareReceiptProps) {
  const share = async () => {
    const url = `${location.origin}/receipts/${receiptId}`;
    if ("share" in navigator) {
      try {
        return await navigator.share({ url, title: `Receipt from ${merchant}` });
      } catch (error) {
        if (error instanceof Error && error.name === "AbortError") return;
      }
    }
    if (await copyText(url)) toast.success("Link copied. Anyone with it can read the receipt.");
    else toast.error("Your browser doesn’t allow copying. Open the receipt and copy its address.");
  };
  return (
    <PlainButton
      aria-label="Share receipt"
      onClick={() => void share()}
      className="grid size-9 place-items-center rounded-8 text-accent hover:bg-hover"
    >
      <Share2 aria-hidden className="size-4" />
    </PlainButton>
  );
}
