"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck, LifeBuoy, Sun } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { AccountChoice } from "@/components/shared/accounts/account-choice";
import { nameAccount } from "@/components/shared/accounts/name-account";
import { Money } from "@/components/shared/money/money";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { WrongNote } from "@/components/ui/forms/labelled";
import { LinkButton } from "@/components/ui/forms/link-button";
import { Countdown } from "@/components/ui/values/countdown";
import type { Rescue } from "@/server/trpc/types";
import { useFreeze } from "../cards/freeze";

export function RescuePayment({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const rescues = useQuery(trpc.wallet.rescues.list.queryOptions());
  const rescue = rescues.data?.find((one) => one.id === id);
  if (!rescue) return null;
  switch (rescue.state) {
    case "open":
      return <Offer rescue={rescue} />;
    case "allowed":
      return <Allowed rescue={rescue} />;
    case "paid":
      return <Paid rescue={rescue} />;
    case "unfrozen":
      return (
        <Panel rescue={rescue} title="The card works again" isGood>
          <p>Ask {rescue.merchant} to try again.</p>
        </Panel>
      );
    case "ended":
      return (
        <Panel rescue={rescue} title="No longer allowed">
          <p>The card was changed after you allowed this. Ask {rescue.merchant} to try again.</p>
        </Panel>
      );
  }
}

interface PanelProps {
  readonly rescue: Rescue;
  readonly title: ReactNode;
  readonly isGood?: boolean;
  readonly isOver?: boolean;
  readonly children: ReactNode;
}

function Panel({ rescue, title, isGood = false, isOver = false, children }: PanelProps) {
  const titleId = useId();
  const Icon = isGood ? CircleCheck : LifeBuoy;
  return (
    <section aria-labelledby={titleId} className="flex animate-fade flex-col gap-4 rounded-8 border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={titleId} className="flex items-center gap-2 text-16 font-semibold">
          <Icon aria-hidden className={`size-5 ${isGood ? "text-good" : "text-accent"}`} /> {title}
        </h2>
        {isOver ? null : <Countdown from={rescue.declinedAt} until={rescue.until} />}
      </div>
      <div className="flex flex-col gap-4 text-14">{children}</div>
    </section>
  );
}

function Offer({ rescue }: { readonly rescue: Rescue }) {
  const { id, merchant, amount, currency, accounts, isFrozen, cardId } = rescue;
  const trpc = useTRPC();
  const [chosen, setChosen] = useState<string | null>(null);
  const enough = accounts.filter(({ isEnough }) => isEnough);
  const account = enough.find((one) => one.id === chosen) ?? enough.find((one) => one.id === rescue.account);
  const allow = useMutation(
    trpc.wallet.rescues.allow.mutationOptions({
      onSuccess: async () => {
        toast.success(`Ask ${merchant} to try again`);
      },
    }),
  );
  const money = <Money amount={amount} currency={currency} />;
  return (
    <Panel rescue={rescue} title="Allow this payment?">
      {account ? (
        <>
          <p>
            {merchant} can try again and charge up to {money}, once, from your {nameAccount(account)}.
            {cardId && isFrozen ? " The card stays frozen for everything else." : ""}
            {cardId && !isFrozen && rescue.declinedFrom === account.id ? " Your limits stay as they are." : ""}
          </p>
          {accounts.length > 1 ? (
            <AccountChoice label="Pay from" accounts={enough} value={account.id} onChange={setChosen} />
          ) : null}
          <p className="text-muted">Allow it only if you are paying there now.</p>
          {allow.isError ? <WrongNote>{messageOf(allow.error)}</WrongNote> : null}
          <div className="flex flex-col gap-3">
            <Button
              look="primary"
              size="large"
              isWide
              isBusy={allow.isPending}
              onClick={() => allow.mutate({ id, account: account.id })}
            >
              <span>Allow {money} once</span>
            </Button>
            {cardId && isFrozen ? <Unfreeze cardId={cardId} /> : null}
          </div>
        </>
      ) : (
        <p>None of your accounts has {money} available. Add money, or pay another way.</p>
      )}
    </Panel>
  );
}

function Unfreeze({ cardId }: { readonly cardId: string }) {
  const { isBusy, unfreeze } = useFreeze(cardId);
  return (
    <Button size="large" isWide isBusy={isBusy} onClick={unfreeze}>
      {isBusy ? null : <Sun aria-hidden className="size-4" />}
      Unfreeze card
    </Button>
  );
}

function Allowed({ rescue }: { readonly rescue: Rescue }) {
  const { merchant, amount, currency, accounts, allowedFrom } = rescue;
  const account = accounts.find((one) => one.id === allowedFrom);
  return (
    <Panel rescue={rescue} title="Allowed" isGood>
      <p>
        Ask {merchant} to try again. It can charge up to <Money amount={amount} currency={currency} />, once
        {account ? `, from your ${nameAccount(account)}` : ""}.
      </p>
    </Panel>
  );
}

function Paid({ rescue }: { readonly rescue: Rescue }) {
  const { merchant, amount, currency, isPaidByAnother } = rescue;
  return (
    <Panel rescue={rescue} title="Paid" isGood isOver>
      {isPaidByAnother ? (
        <p>
          You already paid {merchant} <Money amount={amount} currency={currency} />: you allowed another try of this
          payment. If this is a second purchase, pay another way.
        </p>
      ) : (
        <p>{merchant} tried again, and the payment you allowed went through.</p>
      )}
      <div>
        <LinkButton href={`/wallet/activity/${rescue.paidBy}`}>See the payment</LinkButton>
      </div>
    </Panel>
  );
}
