import type { NewRow } from "@/server/db/insert-rows";
import type { Audited } from "../audit";
import { DomainError } from "../errors";
import { dayIn, dueFrom } from "../recurring-periods";

export type AgreementRow = NewRow<"recurring_agreements">;
type Status = AgreementRow["status"];
type Trigger = "approve" | "deny" | "revoke" | "expire";

/** Contract 3.5, with what it leaves open decided in design 6. What is not here does not happen. */
const TRANSITIONS: Readonly<Record<Status, Partial<Readonly<Record<Trigger, Status>>>>> = {
  pending: { approve: "active", deny: "denied", revoke: "revoked", expire: "expired" },
  active: { revoke: "revoked" },
  denied: {},
  expired: {},
  revoked: {},
};

const WORDS = {
  pending: "PendingApproval",
  active: "Active",
  denied: "Denied",
  expired: "Expired",
  revoked: "Revoked",
} as const satisfies Readonly<Record<Status, string>>;

export type AgreementStatus = (typeof WORDS)[Status];

/** True after its last day. */
export function hasEnded({ endsOn, timeZone }: Pick<AgreementRow, "endsOn" | "timeZone">, now: Date): boolean {
  return endsOn !== null && dayIn(timeZone, now) > endsOn;
}

/** The stored status at a time: an unanswered request that is over reads as expired, whether or not the sweep came by. */
export function agreementStatusAt(agreement: AgreementRow, now: Date): Status {
  const isOver = now >= agreement.expiresAt || hasEnded(agreement, now);
  return agreement.status === "pending" && isOver ? "expired" : agreement.status;
}

export function agreementStatusText(agreement: AgreementRow, now: Date): AgreementStatus {
  return WORDS[agreementStatusAt(agreement, now)];
}

/** Where the trigger leads from here, or null where it leads nowhere. */
export function nextStatus(agreement: AgreementRow, trigger: Trigger, now: Date): Status | null {
  return TRANSITIONS[agreementStatusAt(agreement, now)][trigger] ?? null;
}

/** Throws `recurring_authorization_not_pending` unless the member may still answer. */
export function requireAnswerable(agreement: AgreementRow, trigger: "approve" | "deny", now: Date): void {
  if (nextStatus(agreement, trigger, now) !== null) return;
  const status = agreementStatusText(agreement, now);
  throw new DomainError("recurring_authorization_not_pending", `The request is no longer pending: it is ${status}.`, {
    details: { status, allowed: [WORDS.pending] },
  });
}

/** What the merchant requested at most: a cap, or else the amount it named. Null: no bound but the account's. */
export function askedCapOf({
  amountMinor,
  maxAmountMinor,
}: Pick<AgreementRow, "amountMinor" | "maxAmountMinor">): bigint | null {
  return maxAmountMinor ?? amountMinor;
}

/** The most one charge may come to: what was requested, or less where the member said so. */
export function capOf(agreement: AgreementRow): bigint | null {
  return agreement.memberMaxMinor ?? askedCapOf(agreement);
}

/** How often it may be charged at most: as asked, or less often where the member said so. Null: as often as it asks. */
export function intervalOf(agreement: AgreementRow): AgreementRow["interval"] {
  return agreement.memberInterval ?? agreement.interval;
}

/** The moment from which the next charge may come; null: any time. */
export function nextChargeFrom(agreement: AgreementRow): Date | null {
  const { timeZone, nextChargeOn } = agreement;
  return dueFrom({ interval: intervalOf(agreement), timeZone, nextOn: nextChargeOn });
}

/** Whether a charge may come now or later. */
export function isChargeable(agreement: AgreementRow, now: Date): boolean {
  const { status, charges, chargeLimit } = agreement;
  return status === "active" && !hasEnded(agreement, now) && (chargeLimit === null || charges < chargeLimit);
}

/** What the audit log keeps of a member's answer. */
export function answerOnRecord(
  verb: "approved" | "denied" | "revoked",
  { id, memberId, merchantId }: AgreementRow,
): Audited {
  return {
    action: `agreement.${verb}`,
    subject: { kind: "agreement", id },
    details: { member: memberId, merchant: merchantId },
  };
}
