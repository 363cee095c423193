"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, CircleCheck, CircleX, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Money } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { DialogBody, DialogFooter } from "@/components/ui/feedback/dialog";
import { Button } from "@/components/ui/forms/button";
import { LinkButton } from "@/components/ui/forms/link-button";
import { useHeld } from "@/components/ui/forms/use-held";
import { copyText } from "@/components/ui/values/copy-text";
import { Countdown } from "@/components/ui/values/countdown";
import { QrCode } from "@/components/ui/values/qr-code";
import type { Activity, CreatedCode } from "@/server/trpc/types";

const GROUP = 4;

interface FreshCodeProps {
  readonly created: CreatedCode;
  /** A merchant has charged it. */
  readonly onPaid: () => void;
  readonly onDone: () => void;
}

/** The code, large, until it is used or closed. It lives in this component and nowhere else. */
export function FreshCode({ created, onPaid, onDone }: FreshCodeProps) {
  const trpc = useTRPC();
  const [isCopied, setCopied] = useState(false);
  const [shownAt] = useState(() => new Date().toISOString());
  const { code, recordId, expiresAt } = created;
  const uses = useQuery(trpc.wallet.activity.list.queryOptions({ paymentCodeId: recordId, limit: 1 }));
  const use = uses.data?.items[0];
  const isPaid = use !== undefined && use.status !== "Authorization Declined";
  useHeld(!isPaid);
  useEffect(() => {
    if (isPaid) onPaid();
  }, [isPaid, onPaid]);
  const copy = async () => setCopied(await copyText(code));
  return (
    <>
      <DialogBody>
        <div className="flex flex-col items-center gap-4 text-center">
          {/* Of one size before and after: nothing may jump in the moment that is looked at. */}
          <span className="grid size-40 place-items-center">
            {isPaid ? (
              <CircleCheck aria-hidden className="size-24 animate-fade text-good" strokeWidth={1.25} />
            ) : (
              <QrCode text={code} label="The code as a QR code" />
            )}
          </span>
          <p
            data-testid="fresh-code"
            className={`font-mono text-40 font-semibold tracking-wide tabular-nums ${isPaid ? "text-muted line-through" : ""}`}
          >
            {code.slice(0, GROUP)}
            <span className="inline-block w-4" aria-hidden />
            {code.slice(GROUP)}
          </p>
          <div className="flex min-h-14 flex-col items-center gap-2 text-14">
            {isPaid ? null : <Countdown from={shownAt} until={expiresAt} />}
            <Outcome use={use} isPaid={isPaid} />
          </div>
        </div>
      </DialogBody>
      <DialogFooter>
        {use && isPaid ? (
          <LinkButton href={`/wallet/activity/${use.id}`} size="large" isWide onClick={onDone}>
            See the payment
          </LinkButton>
        ) : (
          <Button size="large" isWide onClick={copy}>
            {isCopied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
            {isCopied ? "Copied" : "Copy code"}
          </Button>
        )}
        <Button look="primary" size="large" isWide onClick={onDone}>
          {isPaid ? "Done" : "Done"}
        </Button>
        <p className="text-center text-13 text-muted">
          {isPaid ? "The payment is in your activity." : "Once you close this, the code can’t be shown again."}
        </p>
      </DialogFooter>
    </>
  );
}

interface OutcomeProps {
  readonly use: Activity | undefined;
  readonly isPaid: boolean;
}

/** Said aloud when it happens; the countdown beside it is not. */
function Outcome({ use, isPaid }: OutcomeProps) {
  return (
    <div role="status">
      {use && isPaid ? (
        <p className="text-16 font-medium">
          Used at {use.merchant}, <Money amount={use.amount} currency={use.currency} />
        </p>
      ) : null}
      {use && !isPaid ? (
        <p className="flex items-center gap-1.5 text-bad">
          <CircleX aria-hidden className="size-4" /> {use.merchant} was declined{" "}
          <Money amount={use.amount} currency={use.currency} />
        </p>
      ) : null}
    </div>
  );
}
