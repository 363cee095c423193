import {
  Ban,
  CircleCheck,
  CirclePause,
  CircleX,
  Clock,
  FileCheck,
  FlaskConical,
  Hourglass,
  LoaderCircle,
  Lock,
  type LucideIcon,
  Moon,
  RotateCcw,
  Send,
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
  Export,
  Listed,
  ListedTenant,
  Merchant,
  PaymentFile,
  Run,
  Subscription,
} from "@/server/trpc/types";
import { STEPS, type StepKind } from "./steps";
import { PAYEE_WORDS, REFUNDED_WORD } from "./words";

interface State {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly word: string;
  /** The payer's word, if it differs. */
  readonly forMember?: string;
}

/** A payment's state looks like the step that led to it. */
function after(step: StepKind, word: string, forMember?: string): State {
  const { icon, tone } = STEPS[step];
  return { icon, tone, word, ...(forMember ? { forMember } : {}) };
}

const good = (word: string, icon: LucideIcon = CircleCheck): State => ({ tone: "good", icon, word });
const warn = (word: string, icon: LucideIcon): State => ({ tone: "warn", icon, word });
const bad = (word: string, icon: LucideIcon): State => ({ tone: "bad", icon, word });
const accent = (word: string, icon: LucideIcon): State => ({ tone: "accent", icon, word });
const neutral = (word: string, icon: LucideIcon): State => ({ tone: "neutral", icon, word });

/** An authorization whose captures were all refunded. */
const REFUNDED = after("refunded", REFUNDED_WORD);

/** Every state of every noun, for badges, lists, and details. A missing state is a compile error. */
export const STATES = {
  authorization: {
    "Authorization Approved": after("authorized", PAYEE_WORDS["Authorization Approved"]),
    "Authorization Captured": after("captured", PAYEE_WORDS["Authorization Captured"], "Paid"),
    "Authorization Partially Captured": after(
      "authorized",
      PAYEE_WORDS["Authorization Partially Captured"],
      "Partly paid, rest held",
    ),
    "Authorization Partially Reversed": after("authorized", PAYEE_WORDS["Authorization Partially Reversed"], "Held"),
    "Authorization Partially Refunded": after("refunded", PAYEE_WORDS["Authorization Partially Refunded"]),
    "Authorization Reversed": after("voided", PAYEE_WORDS["Authorization Reversed"], "Released"),
    "Authorization Expired": after("expired", PAYEE_WORDS["Authorization Expired"]),
    "Authorization Declined": after("declined", PAYEE_WORDS["Authorization Declined"]),
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
    "Webhook Failed": warn("Retrying", RotateCcw),
    "Webhook Retry Exhausted": bad("Gave up", CircleX),
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
  export: {
    pending: neutral("Waiting", Clock),
    running: accent("Running", LoaderCircle),
    done: good("Ready"),
    failed: bad("Failed", CircleX),
    expired: neutral("Expired", TimerOff),
  } satisfies Record<Export["status"], State>,
  payout: {
    pending: neutral("Waiting", Clock),
    exported: accent("In a file", FileCheck),
    sent: accent("Sent", Send),
    paid: good("Paid"),
    returned: bad("Returned", RotateCcw),
    failed: bad("Failed", CircleX),
  } satisfies Record<Listed<"network", "payouts">["status"], State>,
  paymentFile: {
    waiting: neutral("Waiting", Clock),
    made: accent("Made", FileCheck),
    sent: accent("Sent", Send),
    taken_back: neutral("Taken back", Ban),
  } satisfies Record<PaymentFile["state"], State>,
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

type Nouns = Omit<typeof STATES, "authorization">;

/**
 * Any status of any noun; one that several nouns share looks the same everywhere. An authorization's word also depends on
 * captures and the reader: see `paymentState`.
 */
export type Status = { [Noun in keyof Nouns]: keyof Nouns[Noun] }[keyof Nouns];

/** The payer is the member; the payee side is the merchant, tenant, and network. */
export type Side = "payer" | "payee";

const ROWS = Object.assign({}, ...Object.values(STATES)) as Readonly<Record<Status, State>>;

export function stateOf(status: Status): State {
  return ROWS[status];
}

/** A reversed payment is "refunded" if something was captured, else "voided" ("released" for the member). */
export function paymentState({ status, captured }: Pick<Activity, "status" | "captured">, side: Side): State {
  const state = status === "Authorization Reversed" && captured > 0 ? REFUNDED : STATES.authorization[status];
  return { ...state, word: side === "payer" ? (state.forMember ?? state.word) : state.word };
}

const held = (side: Side) => paymentState({ status: "Authorization Approved", captured: 0 }, side).word;
const captured = (side: Side) => paymentState({ status: "Authorization Captured", captured: 1 }, side).word;
const declined = STATES.authorization["Authorization Declined"].word;

export const FILTERS = {
  authorizations: [
    { value: "held", label: held("payee") },
    { value: "captured", label: captured("payee") },
    { value: "declined", label: declined },
    { value: "reversed", label: "Voided or refunded" },
    { value: "expired", label: STATES.authorization["Authorization Expired"].word },
  ],
  activity: [
    { value: "held", label: held("payer") },
    { value: "paid", label: captured("payer") },
    { value: "declined", label: declined },
    { value: "refunded", label: REFUNDED.word },
  ],
  codes: [
    { value: "active", label: STATES.code["Code Active"].word },
    { value: "used", label: STATES.code["Code Used"].word },
    { value: "locked", label: STATES.code["Code Locked"].word },
    { value: "expired", label: STATES.code["Code Expired"].word },
    { value: "revoked", label: STATES.code["Code Revoked"].word },
  ],
  charges: [
    { value: "pending", label: STATES.charge.PendingApproval.word },
    { value: "approved", label: STATES.charge.Approved.word },
    { value: "denied", label: STATES.charge.Denied.word },
    { value: "expired", label: STATES.charge.Expired.word },
    { value: "withdrawn", label: STATES.charge.Withdrawn.word },
  ],
  deliveries: [
    { value: "delivered", label: STATES.delivery["Webhook Delivered"].word },
    { value: "pending", label: STATES.delivery["Webhook Pending"].word },
    { value: "failed", label: STATES.delivery["Webhook Failed"].word },
    { value: "exhausted", label: STATES.delivery["Webhook Retry Exhausted"].word },
  ],
  access: [
    { value: "active", label: "Active" },
    { value: "suspended", label: "Suspended" },
  ],
  subscriptions: [
    { value: "active", label: STATES.subscription.active.word },
    { value: "paused", label: STATES.subscription.paused.word },
    { value: "revoked", label: STATES.subscription.revoked.word },
  ],
} as const;
