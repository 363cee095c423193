import {
  ArrowUpRight,
  CircleX,
  Clock,
  Landmark,
  type LucideIcon,
  Plus,
  RotateCcw,
  TimerOff,
  TriangleAlert,
  Undo2,
  Webhook,
} from "lucide-react";
import type { Tone } from "@/components/ui/feedback/badge";

export interface StepLook {
  readonly icon: LucideIcon;
  readonly tone: Tone;
  /** For the side that takes the payment. */
  readonly title: string;
  /** For the payer, where their word differs. */
  readonly forMember?: string;
  /** Which way money moves for the side that takes the payment. For the payer it is the opposite. */
  readonly sign?: 1 | -1;
}

const HELD = { icon: Clock, tone: "accent" } as const;
const OVER = { tone: "neutral" } as const;
const DECLINED = { icon: CircleX, tone: "bad" } as const;

/** What can happen to a payment, as the wallet and the tenant's pages show it alike: its sign, its color, its words. */
export const STEPS = {
  authorized: { ...HELD, title: "Authorized", forMember: "Held" },
  declined: { ...DECLINED, title: "Declined" },
  incremented: { icon: Plus, tone: "accent", title: "Hold increased" },
  increment_declined: { ...DECLINED, title: "Increment declined" },
  captured: { icon: ArrowUpRight, tone: "good", title: "Captured", forMember: "Paid", sign: 1 },
  voided: { ...OVER, icon: Undo2, title: "Voided", forMember: "Released back to you" },
  refunded: { ...OVER, icon: RotateCcw, title: "Refunded", sign: -1 },
  expired: { ...OVER, icon: TimerOff, title: "Hold expired" },
  settled: { icon: Landmark, tone: "good", title: "Settled" },
  webhook: { ...OVER, icon: Webhook, title: "Webhook" },
  reported: { icon: TriangleAlert, tone: "warn", title: "Reported by the member" },
} as const satisfies Readonly<Record<string, StepLook>>;

export type StepKind = keyof typeof STEPS;

/** What a step is called on the side that reads it. */
export function titleOf(kind: StepKind, side: "payee" | "payer"): string {
  const { title, forMember = title }: StepLook = STEPS[kind];
  return side === "payer" ? forMember : title;
}

/** The amount of a step with its sign: below zero it leaves the side that reads it. Steps that move no money have none. */
export function signedAmount(kind: StepKind, amount: number, side: "payee" | "payer"): number {
  const { sign }: StepLook = STEPS[kind];
  if (!sign) return amount;
  return (side === "payee" ? sign : -sign) * amount;
}
