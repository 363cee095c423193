import type { NewRow } from "@/server/db/insert-rows";
import { type Sql, sql } from "@/server/db/sql";
import { DomainError } from "../../errors";

/** A charge outside its agreement's terms that the member is asked about. */
export type ChargeRequestRow = NewRow<"charge_requests">;

/** As it is read, with the version that its agreement is at by now. */
export interface ReadChargeRequest extends ChargeRequestRow {
  readonly agreementNow: number;
}

const WORDS = {
  pending: "PendingApproval",
  approved: "Approved",
  denied: "Denied",
  expired: "Expired",
  withdrawn: "Withdrawn",
} as const satisfies Readonly<Record<ChargeRequestRow["status"], string>>;

export type ChargeRequestStatus = (typeof WORDS)[keyof typeof WORDS];

type Asked = Pick<ReadChargeRequest, "status" | "expiresAt" | "agreementVersion" | "agreementNow">;

/**
 * The status at a time, whether or not the sweep came by. Whatever happened to the agreement since it was asked withdraws
 * it: a revocation ends the right to charge, and after another charge a member who says yes might pay for one thing twice.
 */
export function chargeRequestStatusAt(request: Asked, now: Date): ChargeRequestStatus {
  if (request.status !== "pending") return WORDS[request.status];
  if (request.agreementNow !== request.agreementVersion) return WORDS.withdrawn;
  return now >= request.expiresAt ? WORDS.expired : WORDS.pending;
}

/** SQL: the same of `charge_requests q` and its agreement `g`, as it is stored. */
export function selectChargeStatus(now: Date): Sql {
  return sql`(CASE WHEN q.status <> 'pending' THEN q.status::text
    WHEN g.version <> q.agreement_version THEN 'withdrawn' WHEN q.expires_at <= ${now} THEN 'expired' ELSE 'pending' END)`;
}

/** How a status is stored. */
export function storedStatus(status: ChargeRequestStatus): ChargeRequestRow["status"] {
  const stored = (Object.keys(WORDS) as ChargeRequestRow["status"][]).find((name) => WORDS[name] === status);
  if (!stored) throw new TypeError(`not a status of a request: ${status}`);
  return stored;
}

export function chargeRequestNotFound(): DomainError {
  return new DomainError("charge_request_not_found", "No such charge request.");
}

export function chargeRequestNotPending(status: ChargeRequestStatus): DomainError {
  return new DomainError("charge_request_not_pending", `The request is no longer pending: it is ${status}.`, {
    details: { status, allowed: [WORDS.pending] },
  });
}
