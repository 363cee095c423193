import { Ban, Check, type LucideIcon, RotateCw } from "lucide-react";
import type { BulkJob, TenantFacts } from "@/server/trpc/types";

export type BulkActName = BulkJob["act"];

export type ChosenActName = Exclude<BulkActName, "create_members" | "fund_members">;

interface BulkActWords {
  readonly noun: readonly [one: string, many: string];
  readonly doing: string;
  readonly did: string;
  /** Why records failed, by reason code: `2 were already used`. */
  readonly why: Readonly<Record<string, readonly [one: string, many: string]>>;
  readonly again: readonly [one: string, many: string];
  /** The path of a record's page. Null: it has none. */
  readonly hrefOf: ((id: string, subject: string | null) => string) | null;
  readonly nameOf?: (id: string) => string;
}

interface ChosenActWords extends BulkActWords {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly permission: TenantFacts["permissions"][number];
  /** The confirmation. Null: starts at once. */
  readonly asks: { readonly isHarmless: boolean; readonly say: (count: number) => string } | null;
  readonly noneLeft: string;
  readonly leftOut: string;
}

const SELECT_AGAIN = ["Select it again.", "Select them again."] as const;

type Words = Readonly<Record<ChosenActName, ChosenActWords>> &
  Readonly<Record<"create_members" | "fund_members", BulkActWords>>;

export const BULK_ACTS: Words = {
  revoke_codes: {
    label: "Revoke",
    icon: Ban,
    permission: "manage_codes",
    noun: ["code", "codes"],
    doing: "Revoking",
    did: "revoked",
    asks: {
      isHarmless: false,
      say: (count) =>
        count === 1
          ? "It stops working right away, and recurring charges on it are declined. Existing holds stay."
          : "They stop working right away, and recurring charges on them are declined. Existing holds stay.",
    },
    noneLeft: "None of the selected codes can be revoked. They’re used, expired, or revoked already.",
    leftOut: "used, expired, or revoked already",
    why: {
      used: ["was already used", "were already used"],
      expired: ["has already expired", "have already expired"],
      already_revoked: ["was already revoked", "were already revoked"],
      not_permitted: ["isn’t yours to revoke", "aren’t yours to revoke"],
      payment_code_not_found: ["wasn’t found", "weren’t found"],
    },
    again: SELECT_AGAIN,
    hrefOf: (id) => `payment-codes/${id}`,
  },
  retry_deliveries: {
    label: "Retry",
    icon: RotateCw,
    permission: "manage_webhooks",
    noun: ["delivery", "deliveries"],
    doing: "Retrying",
    did: "retried",
    asks: null,
    noneLeft: "The selected deliveries have arrived already.",
    leftOut: "delivered already",
    why: {
      delivery_not_retryable: ["has arrived, or is out of attempts", "have arrived, or are out of attempts"],
      subscription_paused: ["waits, since the webhook is paused", "wait, since the webhook is paused"],
      subscription_revoked: ["stays, since the webhook is revoked", "stay, since the webhook is revoked"],
      not_permitted: ["isn’t yours to retry", "aren’t yours to retry"],
      delivery_not_found: ["wasn’t found", "weren’t found"],
    },
    again: SELECT_AGAIN,
    hrefOf: (id, subject) => `webhooks/${subject}/deliveries/${id}`,
  },
  close_disputes: {
    label: "Close",
    icon: Check,
    permission: "move_money",
    noun: ["dispute", "disputes"],
    doing: "Closing",
    did: "closed",
    asks: {
      isHarmless: true,
      say: () =>
        "Those whose payment has gone back are closed as refunded, the others as rejected, and the members are told. This moves no money: refund what should be refunded first.",
    },
    noneLeft: "The selected disputes are closed already.",
    leftOut: "closed already",
    why: {
      not_permitted: ["isn’t yours to close", "aren’t yours to close"],
      dispute_closed: ["was closed already", "were closed already"],
      dispute_not_found: ["wasn’t found", "weren’t found"],
    },
    again: SELECT_AGAIN,
    hrefOf: null,
  },
  create_members: {
    noun: ["member", "members"],
    doing: "Creating",
    did: "created",
    why: {
      external_id_taken: ["has the external ID of a member", "have external IDs of members"],
      validation_error: ["has the email of a member", "have emails of members"],
      daily_limit_reached: [
        "couldn’t be invited: today’s invitations are used up",
        "couldn’t be invited: today’s invitations are used up",
      ],
      not_permitted: ["isn’t yours to create or invite", "aren’t yours to create or invite"],
      not_enabled: ["waits for live access", "wait for live access"],
    },
    again: ["Import the file again.", "Import the file again."],
    hrefOf: null,
    nameOf: (line) => `Line ${line}`,
  },
  fund_members: {
    noun: ["part of the file", "parts of the file"],
    doing: "Funding",
    did: "funded",
    why: {
      float_exceeded: ["found too little in the float", "found too little in the float"],
      not_permitted: [
        "isn’t yours to fund, or names a member who left",
        "aren’t yours to fund, or name members who left",
      ],
      not_enabled: ["waits for live access", "wait for live access"],
      tenant_suspended: ["waits, since the tenant is suspended", "wait, since the tenant is suspended"],
    },
    again: ["Send the file again: what is funded is left out.", "Send the file again: what is funded is left out."],
    hrefOf: null,
    nameOf: (lines) => `Lines ${lines}`,
  },
};

const OTHERWISE = ["couldn’t be done", "couldn’t be done"] as const;

/** `3 codes`. */
export function countOf(act: BulkActName, count: number): string {
  const [one, many] = BULK_ACTS[act].noun;
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

export function groupFailures({ act, failures }: BulkJob) {
  const reasons = [...new Set(failures.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const ids = failures.filter((failure) => failure.reason === reason).map(({ id }) => id);
    const [one, many] = BULK_ACTS[act].why[reason] ?? OTHERWISE;
    return { reason, line: `${ids.length.toLocaleString("en-US")} ${ids.length === 1 ? one : many}`, ids };
  });
}
