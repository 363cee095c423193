"use client";

import { nameAccount } from "@/components/shared/accounts/name-account";
import { Money } from "@/components/shared/money/money";
import { MatchWords } from "@/components/shared/payment-codes/match-words";
import { PaidMark } from "@/components/shared/payment-codes/paid-mark";
import { PaymentBadge } from "@/components/shared/status/status-badge";
import { DialogBody, DialogFooter } from "@/components/ui/feedback/dialog";
import { Button } from "@/components/ui/forms/button";
import { LinkButton } from "@/components/ui/forms/link-button";
import { ExactTime } from "@/components/ui/values/exact-time";
import type { Account, Activity } from "@/server/trpc/types";

interface PaidMomentProps {
  readonly use: Activity;
  readonly account: Account;
  readonly onDone: () => void;
}

export function PaidMoment({ use, account, onDone }: PaidMomentProps) {
  const { id, amount, currency, merchant, createdAt, matchWords } = use;
  return (
    <>
      <DialogBody>
        <div className="flex flex-col items-center gap-6 pt-4 pb-6 text-center">
          <PaidMark size="large" />
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
