import { formatMoney } from "@/components/shared/money/money";
import type { OverviewFigures } from "@/server/trpc/types";
import { percent } from "./percent";

export type Point = OverviewFigures["overTime"][number];

/** The figures of an hour or day, or of the same hour or day in the previous period. */
type Numbers = Point["before"];

export interface Measure {
  readonly name: string;
  /** Values are shares from 0 to 1. */
  readonly isRate: boolean;
  /** Null: there is nothing to measure. */
  readonly read: (point: Numbers) => number | null;
  readonly short: (value: number) => string;
  readonly say: (value: number) => string;
  /** The figures behind the value: `3 of 4`. */
  readonly from: { readonly name: string; readonly of: (point: Point) => string };
}

const whole = (value: number) => percent(value, 0);

export function volumeOf(currency: string, locale: string): Measure {
  const short = new Intl.NumberFormat(locale, { notation: "compact", style: "currency", currency });
  return {
    name: "Approved volume",
    isRate: false,
    read: ({ volumes }) => volumes[currency] ?? 0,
    short: (value) => short.format(value),
    say: (value) => formatMoney(value, currency, locale),
    from: { name: "Approvals", of: ({ approved }) => String(approved) },
  };
}

export const APPROVAL_RATE: Measure = {
  name: "Approval rate",
  isRate: true,
  read: ({ approvalRate }) => approvalRate,
  short: whole,
  say: percent,
  from: { name: "Approved", of: ({ approved, declined }) => `${approved} of ${approved + declined}` },
};

export const WEBHOOK_RATE: Measure = {
  name: "Webhook success",
  isRate: true,
  read: ({ webhookRate }) => webhookRate,
  short: whole,
  say: percent,
  from: { name: "Attempts that arrived", of: ({ arrived, attempts }) => `${arrived} of ${attempts}` },
};
