import type { NewRow } from "@/server/db/insert-rows";
import { type Sql, sql } from "@/server/db/sql";
import { DomainError } from "../../errors";

export type ChargeRequestRow = NewRow<"charge_requests">;

/** With the current version of its agreement. */
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
 * Current status, whether or not it has been swept. Any change of the agreement since withdraws the request: a revocation ends
 * the right to charge, and after another charge the member might pay for one thing twice.
 */
export function chargeRequestStatusAt(request: Asked, now: Date): ChargeRequestStatus {
  if (request.status !== "pending") return WORDS[request.status];
  if (request.agreementNow !== request.agreementVersion) return WORDS.withdrawn;
  return now >= request.expiresAt ? WORDS.expired : WORDS.pending;
}

/** SQL: the same for `charge_requests q` and its agreement `g`, as stored. */
export function selectChargeStatus(now: Date): Sql {
  return sql`(CASE WHEN q.status <> 'pending' THEN q.status::text
    WHEN g.version <> q.agreement_version THEN 'withdrawn' WHEN q.expires_at <= ${now} THEN 'expired' ELSE 'pending' END)`;
}

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
