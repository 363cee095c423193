"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, CircleX, Copy, Sun } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { nameAccount } from "@/components/shared/accounts/name-account";
import { Money } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { useConnection } from "@/components/ui/connection/connection";
import { DialogBody, DialogFooter } from "@/components/ui/feedback/dialog";
import { Button } from "@/components/ui/forms/button";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { copyText } from "@/components/ui/values/copy-text";
import { QrCode } from "@/components/ui/values/qr-code";
import { formatTimeLeft, useLeft } from "@/components/ui/values/use-left";
import type { Code } from "@/server/trpc/types";
import { RescuePayment } from "../rescues/rescue-payment";
import { CapChips } from "./cap-chips";
import { type MemberCode, useCodeDesk } from "./use-code-desk";

interface FreshCodeProps {
  readonly code: MemberCode;
  /** Null: still loading. */
  readonly status: Code["status"] | null;
  readonly onDone: () => void;
}

export function FreshCode({ code, status, onDone }: FreshCodeProps) {
  const { isMaking, replace, open } = useCodeDesk();
  const isOver = status !== null && status !== "Code Active";
  const isOnline = useConnection() === "online";
  const { account, maxAmount } = code;
  useScreenOn();
  return (
    <>
      <DialogBody>
        <div className="flex flex-col items-center gap-3 text-center">
          <CodeRing from={code.createdAt} until={code.expiresAt} isOver={isOver}>
            <QrCode text={code.code} label="The code as a QR code" size="large" />
          </CodeRing>
          <CodeText code={code.code} />
          <p className="text-16">
            {maxAmount === null ? (
              <>
                No limit: it can take all <Money amount={account.available} currency={account.currency} />
              </>
            ) : (
              <>
                Up to{" "}
                <strong className="font-semibold">{<Money amount={maxAmount} currency={account.currency} />}</strong>
              </>
            )}
            <span className="block text-14 text-muted">from {nameAccount(account)}</span>
          </p>
          {isOnline ? null : (
            <p role="status" className="text-14 text-warn">
              The code works. You’ll see here that it’s paid once you’re back online.
            </p>
          )}
          {code.isRecurring || !isOnline ? null : (
            <CapChips
              currency={account.currency}
              value={maxAmount}
              isBusy={isMaking || isOver}
              onChoose={(cap) => void replace(code, cap)}
              onOther={() => open("choices")}
            />
          )}
          <Declined recordId={code.recordId} />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="primary" size="large" isWide isBusy={isMaking} onClick={onDone}>
          Done
        </Button>
        <p className="flex items-start justify-center gap-1.5 text-center text-13 text-muted">
          <Sun aria-hidden className="mt-0.5 size-4 shrink-0" />
          Doesn’t scan? Turn up your screen’s brightness.
        </p>
      </DialogFooter>
    </>
  );
}

const GROUP = 4;

/** Grouped for reading aloud; clicking copies it. */
function CodeText({ code }: { readonly code: string }) {
  const [isCopied, setCopied] = useState(false);
  const Icon = isCopied ? Check : Copy;
  return (
    <PlainButton
      onClick={async () => setCopied(await copyText(code))}
      className="-my-1 flex items-center gap-3 rounded-8 py-1 pr-2 pl-9 hover:bg-hover"
    >
      <span className="sr-only">{isCopied ? "Copied" : "Copy code"} </span>
      <span
        translate="no"
        data-testid="fresh-code"
        className="font-mono text-40 font-semibold tracking-wide tabular-nums"
      >
        {code.slice(0, GROUP)}
        <span className="inline-block w-4" aria-hidden />
        {code.slice(GROUP)}
      </span>
      <Icon aria-hidden className="size-4 text-muted" />
    </PlainButton>
  );
}

function Declined({ recordId }: Pick<MemberCode, "recordId">) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.wallet.activity.list.queryOptions({ paymentCodeId: recordId, limit: 1 }));
  const newest = data?.items[0];
  const declined = newest?.status === "Authorization Declined" ? newest : null;
  return (
    <>
      <div role="status" className="empty:hidden">
        {declined ? (
          <p className="flex items-center gap-1.5 text-14 text-bad">
            <CircleX aria-hidden className="size-4 shrink-0" /> {declined.merchant} was declined{" "}
            <Money amount={declined.amount} currency={declined.currency} />
          </p>
        ) : null}
      </div>
      {declined ? (
        <div className="w-full text-left empty:hidden">
          <RescuePayment id={declined.id} />
        </div>
      ) : null}
    </>
  );
}

function useScreenOn(): void {
  useEffect(() => {
    if (!("wakeLock" in navigator)) return;
    let isShown = true;
    const lock = navigator.wakeLock.request("screen").catch(() => null);
    void lock.then((held) => (isShown ? null : held?.release()));
    return () => {
      isShown = false;
      void lock.then((held) => held?.release());
    };
  }, []);
}

interface CodeRingProps {
  readonly from: string;
  readonly until: string;
  readonly children: ReactNode;
  /** The code was used or revoked before it expired. */
  readonly isOver: boolean;
}

function CodeRing({ from, until, isOver, children }: CodeRingProps) {
  const { seconds, share } = useLeft(from, until);
  const left = isOver ? 0 : seconds;
  const border = { x: 2, y: 2, width: 292, height: 292, rx: 20, strokeWidth: 4 };
  return (
    <div className="flex w-full flex-col items-center gap-2">
      <div className="relative aspect-square w-[18.5rem] max-w-full">
        <svg viewBox="0 0 296 296" aria-hidden className="absolute inset-0">
          {/* White in dark mode too, because scanners need a white margin. */}
          <rect {...border} fill="#ffffff" stroke="var(--line)" />
          <rect
            {...border}
            fill="none"
            pathLength={1}
            stroke={left < 60 ? "var(--warn)" : "var(--accent)"}
            strokeDasharray={1}
            strokeDashoffset={1 - share}
            className={left > 0 ? "transition-[stroke-dashoffset] duration-1000 ease-linear" : "opacity-0"}
          />
        </svg>
        <div className={`absolute inset-0 grid place-items-center transition-opacity ${left > 0 ? "" : "opacity-20"}`}>
          {children}
        </div>
      </div>
      <p role="timer" className="text-14 text-muted tabular-nums">
        {isOver ? "This code no longer works" : left > 0 ? `${formatTimeLeft(left)} left` : "Time is up"}
      </p>
    </div>
  );
}
