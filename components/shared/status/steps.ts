import {
  ArrowUpRight,
  Check,
  CircleX,
  Clock,
  Landmark,
  type LucideIcon,
  MessageSquare,
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
  readonly title: string;
  /** The payer's title, if it differs. */
  readonly forMember?: string;
  /** The direction of the money for the payee; the payer's is the opposite. */
  readonly sign?: 1 | -1;
}

const HELD = { icon: Clock, tone: "accent" } as const;
const OVER = { tone: "neutral" } as const;
const DECLINED = { icon: CircleX, tone: "bad" } as const;

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
  disputed: { icon: TriangleAlert, tone: "warn", title: "Disputed by the member" },
  dispute_closed: { ...OVER, icon: Check, title: "Dispute closed" },
  dispute_answered: { ...OVER, icon: MessageSquare, title: "Answered by the member" },
} as const satisfies Readonly<Record<string, StepLook>>;

export type StepKind = keyof typeof STEPS;

export function titleOf(kind: StepKind, side: "payee" | "payer"): string {
  const { title, forMember = title }: StepLook = STEPS[kind];
  return side === "payer" ? forMember : title;
}

/** The step's amount, negative if money leaves the reader. Steps that move no money return it unsigned. */
export function signedAmount(kind: StepKind, amount: number, side: "payee" | "payer"): number {
  const { sign }: StepLook = STEPS[kind];
  if (!sign) return amount;
  return (side === "payee" ? sign : -sign) * amount;
}
