import {
  Ban,
  CircleCheck,
  CirclePause,
  CircleX,
  Clock,
  FlaskConical,
  Hourglass,
  LoaderCircle,
  Lock,
  type LucideIcon,
  Moon,
  RotateCcw,
  Snowflake,
  TimerOff,
} from "lucide-react";
import type { Tone } from "@/components/ui/feedback/badge";
import type {
  Activity,
  Agreement,
  Card,
  Charge,
  Code,
  Delivery,
  ListedTenant,
  Merchant,
  Run,
  Subscription,
} from "@/server/trpc/types";
import { STEPS, type StepKind } from "./steps";

interface State {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly word: string;
  /** For the payer, where their word differs. */
  readonly forMember?: string;
}

/** The state that a step of a payment leaves behind looks like the step. */
function after(step: StepKind, word: string, forMember?: string): State {
  const { icon, tone } = STEPS[step];
  return { icon, tone, word, ...(forMember ? { forMember } : {}) };
}

const good = (word: string, icon: LucideIcon = CircleCheck): State => ({ tone: "good", icon, word });
const warn = (word: string, icon: LucideIcon): State => ({ tone: "warn", icon, word });
const bad = (word: string, icon: LucideIcon): State => ({ tone: "bad", icon, word });
const accent = (word: string, icon: LucideIcon): State => ({ tone: "accent", icon, word });
const neutral = (word: string, icon: LucideIcon): State => ({ tone: "neutral", icon, word });

/** An authorization of which everything captured was returned. */
const REFUNDED = after("refunded", "Reversed", "Refunded");

/** Every state of every noun: badges, lists, and details read nothing else. A state without a row doesn't compile. */
export const STATES = {
  authorization: {
    "Authorization Approved": after("authorized", "Approved", "Held"),
    "Authorization Captured": after("captured", "Captured", "Paid"),
    "Authorization Partially Captured": after("authorized", "Partially Captured", "Partly paid, rest held"),
    "Authorization Partially Reversed": after("authorized", "Partially Reversed", "Held"),
    "Authorization Partially Refunded": after("refunded", "Partially Refunded", "Partly refunded"),
    "Authorization Reversed": after("voided", "Reversed", "Released"),
    "Authorization Expired": after("expired", "Expired", "Hold expired"),
    "Authorization Declined": after("declined", "Declined"),
  } satisfies Record<Activity["status"], State>,
  code: {
    "Code Active": good("Active"),
    "Code Used": neutral("Used", CircleCheck),
    "Code Locked": bad("Locked", Lock),
    "Code Expired": neutral("Expired", TimerOff),
    "Code Revoked": neutral("Revoked", Ban),
  } satisfies Record<Code["status"], State>,
  agreement: {
    PendingApproval: warn("Pending approval", Hourglass),
    Active: good("Active"),
    Denied: neutral("Denied", CircleX),
    Expired: neutral("Expired", TimerOff),
    Revoked: neutral("Revoked", Ban),
  } satisfies Record<Agreement["status"], State>,
  charge: {
    PendingApproval: warn("Pending approval", Hourglass),
    Approved: good("Approved"),
    Denied: neutral("Denied", CircleX),
    Expired: neutral("Expired", TimerOff),
    Withdrawn: neutral("Withdrawn", Ban),
  } satisfies Record<Charge["status"], State>,
  delivery: {
    "Webhook Pending": neutral("Pending", Clock),
    "Webhook Delivered": good("Delivered"),
    "Webhook Failed": warn("Failed", RotateCcw),
    "Webhook Retry Exhausted": bad("Retry exhausted", CircleX),
  } satisfies Record<Delivery["status"], State>,
  card: {
    active: good("Active"),
    frozen: accent("Frozen", Snowflake),
    expired: neutral("Expired", TimerOff),
    closed: neutral("Closed", Ban),
  } satisfies Record<Card["status"], State>,
  merchant: {
    active: good("Active"),
    suspended: bad("Suspended", Ban),
  } satisfies Record<Merchant["status"] | ListedTenant["status"], State>,
  subscription: {
    active: good("Active"),
    paused: warn("Paused", CirclePause),
    revoked: neutral("Revoked", Ban),
  } satisfies Record<Subscription["status"], State>,
  live: {
    sandbox: neutral("Sandbox", FlaskConical),
    asked: warn("Requested", Hourglass),
    approved: good("Approved"),
  } satisfies Record<ListedTenant["live"], State>,
  run: {
    waiting: neutral("Waiting", Clock),
    running: accent("Running", LoaderCircle),
    sleeping: neutral("Sleeping", Moon),
    retrying: warn("Retrying", RotateCcw),
    completed: good("Completed"),
    failed: bad("Failed", CircleX),
    cancelled: neutral("Canceled", Ban),
  } satisfies Record<Run["state"], State>,
} as const;

/** Any status of any noun. A status that several nouns have looks the same for all of them. */
export type Status = { [Noun in keyof typeof STATES]: keyof (typeof STATES)[Noun] }[keyof typeof STATES];

const ROWS = Object.assign({}, ...Object.values(STATES)) as Readonly<Record<Status, State>>;

export function stateOf(status: Status): State {
  return ROWS[status];
}

/** A payment, as the member who made it says it: what was paid and came back is refunded, what never was is released. */
export function memberState({ status, captured }: Pick<Activity, "status" | "captured">): State {
  const state = status === "Authorization Reversed" && captured > 0 ? REFUNDED : STATES.authorization[status];
  return { ...state, word: state.forMember ?? state.word };
}
