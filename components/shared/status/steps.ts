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

/** What can happen to a payment, as the wallet and the tenant's pages show it alike: its sign, its colour, its words. */
export const STEPS = {
  authorized: { ...HELD, title: "Authorized", forMember: "Approved" },
  declined: { ...DECLINED, title: "Declined" },
  incremented: { icon: Plus, tone: "accent", title: "Increment", forMember: "Hold increased" },
  increment_declined: { ...DECLINED, title: "Increment declined" },
  captured: { icon: ArrowUpRight, tone: "good", title: "Captured", forMember: "Paid", sign: 1 },
  voided: { ...OVER, icon: Undo2, title: "Voided", forMember: "Released back to you" },
  refunded: { ...OVER, icon: RotateCcw, title: "Refunded", sign: -1 },
  expired: { ...OVER, icon: TimerOff, title: "Hold expired", forMember: "Hold expired and released back to you" },
  settled: { icon: Landmark, tone: "good", title: "Settled" },
  webhook: { ...OVER, icon: Webhook, title: "Webhook" },
  reported: { icon: TriangleAlert, tone: "warn", title: "Reported by the member" },
} as const satisfies Readonly<Record<string, StepLook>>;
