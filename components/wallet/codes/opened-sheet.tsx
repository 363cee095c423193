"use client";

import { useQuery } from "@tanstack/react-query";
import { nameAccount } from "@/components/shared/accounts/name-account";
import { Money } from "@/components/shared/money/money";
import { MatchWords } from "@/components/shared/payment-codes/match-words";
import { PaidMark } from "@/components/shared/payment-codes/paid-mark";
import { PaymentBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/feedback/dialog";
import { Button } from "@/components/ui/forms/button";
import { LinkButton } from "@/components/ui/forms/link-button";
import { ExactTime } from "@/components/ui/values/exact-time";
import type { Account, Activity } from "@/server/trpc/types";
import { FreshCode } from "./fresh-code";
import { NewCodeForm } from "./new-code-form";
import { type MemberCode, useCodeDesk } from "./use-code-desk";
import { useOwnCode } from "./use-own-code";

export function OpenedSheet() {
  const desk = useCodeDesk();
  if (desk.code && desk.sheet !== "choices") return <OwnCodeSheet code={desk.code} />;
  return <Choices />;
}

function Choices() {
  const trpc = useTRPC();
  const { sheet, close, keep, code } = useCodeDesk();
  const accounts = useQuery(trpc.wallet.accounts.list.queryOptions());
  return (
    <Dialog
      isOpen={sheet === "choices"}
      onClose={close}
      title="New code"
      purpose="Pays from your account without a card."
    >
      <NewCodeForm
        accounts={accounts.data ?? []}
        onCreated={keep}
        note={code ? "The code you have now keeps working until it’s used or expires." : null}
      />
    </Dialog>
  );
}

function OwnCodeSheet({ code }: { readonly code: MemberCode }) {
  const { sheet, close, forget } = useCodeDesk();
  const { use, status } = useOwnCode(code);
  const isOver = use !== null || (status !== null && status !== "Code Active");
  const done = () => {
    close();
    if (isOver) forget();
  };
  const title = use ? (use.captured > 0 ? "Paid" : "Approved") : "Show this to the merchant";
  return (
    <Dialog isOpen={sheet === "code"} onClose={done} title={title}>
      {use ? (
        <PaidMoment use={use} account={code.account} onDone={done} />
      ) : (
        <FreshCode key={code.recordId} code={code} status={status} onDone={done} />
      )}
    </Dialog>
  );
}

interface PaidMomentProps {
  readonly use: Activity;
  readonly account: Account;
  readonly onDone: () => void;
}

function PaidMoment({ use, account, onDone }: PaidMomentProps) {
  const { id, amount, currency, merchant, createdAt, matchWords } = use;
  return (
    <>
      <DialogBody>
        <div className="flex flex-col items-center gap-6 pt-4 pb-6 text-center">
          <PaidMark />
          <div role="status" className="animate-rise-late">
            <p className="text-40 font-semibold tracking-tight">
              <Money amount={amount} currency={currency} />
            </p>
            <p className="mt-1 text-20 font-medium wrap-anywhere">{merchant}</p>
          </div>
          {matchWords ? <MatchWords words={matchWords} /> : null}
          <div className="flex animate-rise-late flex-col items-center gap-2 text-14 text-muted">
            <PaymentBadge side="payer" payment={use} />
            <p>
              From {nameAccount(account)}, <ExactTime at={createdAt} as="local" />
            </p>
          </div>
        </div>
      </DialogBody>
      <DialogFooter>
        <LinkButton href={`/wallet/activity/${id}`} size="large" isWide onClick={onDone}>
          See the payment
        </LinkButton>
        <Button look="primary" size="large" isWide onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </>
  );
}
