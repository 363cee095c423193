import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { isRecordId } from "@/server/platform/ids";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import type { MemberCaller } from "../../caller";
import { aheadMsOf, isInSandboxOf } from "../../sandbox-clock";
import { chargeRequestNotFound, type ReadChargeRequest } from "./charge-request";

/** SQL condition: of `charge_requests q` and its agreement `g`, those that are pending and can no longer be answered. */
const IS_OVER = (now: Date): Sql =>
  sql`q.status = 'pending' AND (q.expires_at <= ${now} OR g.version <> q.agreement_version)`;

/** A request to the calling member. Throws `charge_request_not_found`. */
export async function getOwnChargeRequest(caller: MemberCaller, id: string): Promise<ReadChargeRequest> {
  const [request] = isRecordId(id)
    ? await read(
        sql`q.id = ${id} AND q.member_id = ${caller.memberId} AND q.environment = ${caller.environment}::environment`,
      )
    : [];
  if (!request) throw chargeRequestNotFound();
  return request;
}

/** Who was asked about a charge; null: there is no request of that id. */
export async function findMemberAskedAboutCharge(id: string): Promise<MemberId | null> {
  if (!isRecordId(id)) return null;
  const [asked] = await query<{ memberId: MemberId }>(
    getPool(),
    sql`SELECT member_id FROM charge_requests WHERE id = ${id}`,
  );
  return asked?.memberId ?? null;
}

/**
 * Requests that are over and have no outcome yet, up to `limit`: of one agreement, of one tenant's sandbox, or of all who live
 * by real time. Those of a sandbox clock that is ahead may have been asked after `now`.
 */
export async function findOverChargeRequests(
  now: Date,
  {
    agreementId,
    sandboxOf,
    limit,
  }: { readonly agreementId: string | null; readonly sandboxOf: TenantId | null; readonly limit: number },
): Promise<ReadChargeRequest[]> {
  const ofAgreement = agreementId === null ? sql`true` : sql`q.agreement_id = ${agreementId}`;
  const isOfAll = agreementId === null && sandboxOf === null;
  const isOnClock = isOfAll ? sql`${aheadMsOf(sql`q.tenant_id`, sql`q.environment`)} = 0` : sql`true`;
  return read(
    sql`${IS_OVER(now)} AND ${ofAgreement} AND ${isInSandboxOf(sandboxOf, sql`q`)} AND ${isOnClock} ORDER BY q.id LIMIT ${limit}`,
  );
}

async function read(condition: Sql): Promise<ReadChargeRequest[]> {
  return query<ReadChargeRequest>(
    getPool(),
    sql`SELECT q.*, g.version AS agreement_now FROM charge_requests q
      JOIN recurring_agreements g ON g.id = q.agreement_id WHERE ${condition}`,
  );
}
