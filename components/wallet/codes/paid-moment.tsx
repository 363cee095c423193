"use client";

import { nameAccount } from "@/components/shared/accounts/name-account";
import { Money } from "@/components/shared/money/money";
import { PaymentBadge } from "@/components/shared/status/status-badge";
import { DialogBody, DialogFooter } from "@/components/ui/feedback/dialog";
import { Button } from "@/components/ui/forms/button";
import { LinkButton } from "@/components/ui/forms/link-button";
import { ExactTime } from "@/components/ui/values/exact-time";
import type { Account, Activity } from "@/server/trpc/types";
import { MatchWords } from "./match-words";

interface PaidMomentProps {
  readonly use: Activity;
  readonly account: Account;
  readonly onDone: () => void;
}

/** A merchant has charged the code: how much, who, from where. Said aloud. */
export function PaidMoment({ use, account, onDone }: PaidMomentProps) {
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
            <PaymentBadge payment={use} />
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

/** The ring closes, a wave goes out from it, and the check is drawn. */
function PaidMark() {
  return (
    <svg viewBox="0 0 160 160" aria-hidden className="size-40 overflow-visible text-good">
      <circle cx="80" cy="80" r="64" fill="none" stroke="currentColor" strokeWidth="2" className="animate-wave" />
      <circle cx="80" cy="80" r="64" fill="var(--good-fill)" />
      <circle
        cx="80"
        cy="80"
        r="64"
        fill="none"
        stroke="currentColor"
        strokeWidth="6"
        strokeLinecap="round"
        pathLength={1}
        strokeDasharray={1}
        transform="rotate(-90 80 80)"
        className="animate-draw"
      />
      <path
        d="M52 82l20 20 38-42"
        fill="none"
        stroke="currentColor"
        strokeWidth="8"
        strokeLinecap="round"
        strokeLinejoin="round"
        pathLength={1}
        strokeDasharray={1}
        className="animate-draw-late"
      />
    </svg>
  );
}
