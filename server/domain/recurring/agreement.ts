import type { NewRow } from "@/server/db/insert-rows";
import type { Audited } from "../audit";
import { DomainError } from "../errors";
import { dayIn, dueFrom } from "../recurring-periods";

export type AgreementRow = NewRow<"recurring_agreements">;
type Status = AgreementRow["status"];
type Trigger = "approve" | "deny" | "revoke" | "expire";

/** Contract 3.5; what it leaves open is decided in design 6. Anything missing here is no transition. */
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

export function hasEnded({ endsOn, timeZone }: Pick<AgreementRow, "endsOn" | "timeZone">, now: Date): boolean {
  return endsOn !== null && dayIn(timeZone, now) > endsOn;
}

/** An unanswered request that is overdue reads as expired, whether or not it has been swept. */
export function agreementStatusAt(agreement: AgreementRow, now: Date): Status {
  const isOver = now >= agreement.expiresAt || hasEnded(agreement, now);
  return agreement.status === "pending" && isOver ? "expired" : agreement.status;
}

export function agreementStatusText(agreement: AgreementRow, now: Date): AgreementStatus {
  return WORDS[agreementStatusAt(agreement, now)];
}

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

/** The requested cap, or else the requested amount. Null means no bound but the account's. */
export function askedCapOf({
  amountMinor,
  maxAmountMinor,
}: Pick<AgreementRow, "amountMinor" | "maxAmountMinor">): bigint | null {
  return maxAmountMinor ?? amountMinor;
}

/** Most that one charge may take: as requested, or less if the member lowered it. */
export function capOf(agreement: AgreementRow): bigint | null {
  return agreement.memberMaxMinor ?? askedCapOf(agreement);
}

/** As requested, or less often if the member said so. Null means as often as the merchant asks. */
export function intervalOf(agreement: AgreementRow): AgreementRow["interval"] {
  return agreement.memberInterval ?? agreement.interval;
}

/** Earliest time of the next charge; null means any time. */
export function nextChargeFrom(agreement: AgreementRow): Date | null {
  const { timeZone, nextChargeOn } = agreement;
  return dueFrom({ interval: intervalOf(agreement), timeZone, nextOn: nextChargeOn });
}

export function isChargeable(agreement: AgreementRow, now: Date): boolean {
  const { status, charges, chargeLimit } = agreement;
  return status === "active" && !hasEnded(agreement, now) && (chargeLimit === null || charges < chargeLimit);
}

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
