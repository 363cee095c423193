"use client";

import { CircleCheck, CircleX } from "lucide-react";
import { Link } from "@/components/ui/navigation/link";
import { useLocale } from "@/components/ui/values/locale";
import { useNow, useZone } from "@/components/ui/values/page-clock";
import { calendarDay } from "@/server/contracts/calendar-days";
import type { LastProof } from "@/server/trpc/types";

interface BooksFooterProps {
  /** The sentence's subject: "Books". */
  readonly what: string;
  /** Undefined: still loading. */
  readonly proof: LastProof | null | undefined;
  readonly href: string;
}

const MINUTE_MS = 60_000;
const HOUR = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

export function BooksFooter({ what, proof, href }: BooksFooterProps) {
  const locale = useLocale();
  const timeZone = useZone();
  const today = calendarDay(new Date(useNow(MINUTE_MS)), timeZone);
  if (!proof) return null;
  const { at, checks, held } = proof;
  const isGood = held === checks;
  const Icon = isGood ? CircleCheck : CircleX;
  const isToday = calendarDay(new Date(at), timeZone) === today;
  const form = isToday ? HOUR : ({ day: "numeric", month: "short", ...HOUR } as const);
  return (
    <Link
      href={href}
      className="inline-flex min-h-8 items-center gap-1.5 rounded-4 text-13 text-muted tabular-nums hover:text-text hover:underline"
    >
      <Icon aria-hidden className={`size-3.5 shrink-0 ${isGood ? "text-good" : "text-bad"}`} />
      <span>
        {what} {isGood ? "balance" : "don’t balance"} ·{" "}
        <time dateTime={at} suppressHydrationWarning>
          {new Intl.DateTimeFormat(locale, { ...form, timeZone }).format(new Date(at))}
        </time>{" "}
        · {held} of {checks}
      </span>
    </Link>
  );
}
