"use client";

import { TicketCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Terms } from "@/components/shared/agreements/terms";
import { Money } from "@/components/shared/money/money";
import { Link } from "@/components/ui/navigation/link";
import { useLocale } from "@/components/ui/values/locale";
import { useNow } from "@/components/ui/values/page-clock";
import { Day, Time } from "@/components/ui/values/time";
import type { AgreementTerms } from "@/server/contracts/agreement-terms";
import { calendarDay } from "@/server/contracts/calendar-days";
import type { Agreement, Code } from "@/server/trpc/types";
import { describeCode } from "../codes/describe-code";
import { RevokeCode } from "../codes/revoke-code";
import { RevokeAgreement } from "./revoke-agreement";

export function AgreementPull({ agreement }: { readonly agreement: Agreement }) {
  const { id, merchant, description, nextChargeFrom, endsOn, timeZone, chargeLimit, taken, charges, currency } =
    agreement;
  const hasChargesLeft = chargeLimit === null || charges < chargeLimit;
  return (
    <Pull
      href={`/wallet/agreements/${id}`}
      mark={merchant.slice(0, 1).toUpperCase()}
      who={merchant}
      terms={<Terms terms={agreement} />}
      what={description}
      next={hasChargesLeft ? <NextFrom at={nextChargeFrom} lastDay={endsOn} zone={timeZone} /> : NO_MORE}
      soFar={<SoFar taken={taken} times={charges} currency={currency} />}
      stop={<RevokeAgreement agreement={agreement} isInRow />}
    />
  );
}

/** A usable code: any holder may charge it, or only the merchant it is bound to. */
export function CodePull({ code }: { readonly code: Code }) {
  const { id, merchant, isRecurring, expiresAt, uses, taken, currency, nextUseFrom, thru, timeZone, usesRemaining } =
    code;
  const locale = useLocale();
  const isFirst = expiresAt !== null && uses === 0;
  const left = usesRemaining === null ? "Recurring code" : `Recurring code, ${usesRemaining} left`;
  return (
    <Pull
      href={`/wallet/codes/${id}`}
      mark={<TicketCheck aria-hidden className="size-5" strokeWidth={1.75} />}
      who={merchant ?? "Anyone with the code"}
      terms={isRecurring ? <Terms terms={termsOf(code)} /> : describeCode(code, locale)}
      what={isRecurring ? left : "Payment code"}
      next={
        isFirst ? (
          <>
            Expires <Time at={expiresAt} as="relative" />
          </>
        ) : (
          <NextFrom at={nextUseFrom} lastDay={thru} zone={timeZone} />
        )
      }
      soFar={<SoFar taken={taken} times={uses} currency={currency} />}
      stop={<RevokeCode code={code} isInRow />}
    />
  );
}

function termsOf({ maxAmount, currency, interval, thru, usesAllowed }: Code): AgreementTerms {
  return { currency, amount: null, cap: maxAmount, interval, endsOn: thru, chargeLimit: usesAllowed };
}

const TICK_MS = 20_000;

const NO_MORE = "Nothing more can be charged";

interface NextFromProps {
  readonly at: string | null;
  readonly lastDay: string | null;
  readonly zone: string;
}

function NextFrom({ at, lastDay, zone }: NextFromProps) {
  const now = useNow(TICK_MS);
  const from = Math.max(now, at === null ? 0 : Date.parse(at));
  if (lastDay !== null && calendarDay(new Date(from), zone) > lastDay) return NO_MORE;
  if (from === now) return "Can charge any time";
  return (
    <>
      Next from <Day day={calendarDay(new Date(from), zone)} />
    </>
  );
}

interface SoFarProps {
  readonly taken: number | null;
  readonly times: number;
  readonly currency: string;
}

/** Net of refunds. */
function SoFar({ taken, times, currency }: SoFarProps) {
  if (times === 0) return null;
  const often = times === 1 ? "once" : `${times} times`;
  if (taken === null) return <>Charged {often}</>;
  return (
    <>
      <Money amount={taken} currency={currency} /> so far
    </>
  );
}

interface PullProps {
  readonly href: string;
  readonly mark: ReactNode;
  readonly who: string;
  readonly terms: ReactNode;
  readonly what: string;
  readonly next: ReactNode;
  readonly soFar: ReactNode;
  readonly stop: ReactNode;
}

/** The whole row links to the details; the button at its side revokes. */
function Pull({ href, mark, who, terms, what, next, soFar, stop }: PullProps) {
  return (
    <li className="relative flex items-start gap-3 px-4 py-3 transition-colors hover:bg-hover">
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-8 bg-hover text-16 font-semibold text-muted"
      >
        {mark}
      </span>
      <div className="min-w-0 flex-1 text-13 text-muted">
        <p className="truncate text-14 font-medium text-text">
          <Link href={href} className="after:absolute after:inset-0">
            {who}
          </Link>
        </p>
        <p className="truncate">{what}</p>
        <p className="text-text">{terms}</p>
        <p className="mt-1 flex flex-wrap gap-x-3">
          <span>{next}</span>
          <span className="font-medium text-text empty:hidden">{soFar}</span>
        </p>
      </div>
      {/* Above the link that covers the row. */}
      <div className="relative">{stop}</div>
    </li>
  );
}
