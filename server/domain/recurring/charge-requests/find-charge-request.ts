import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { isRecordId } from "@/server/platform/ids";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import type { MemberCaller } from "../../caller";
import { aheadMsOf, isInSandboxOf } from "../../sandbox-clock";
import { chargeRequestNotFound, type ReadChargeRequest } from "./charge-request";

/** SQL condition on `charge_requests q` and its agreement `g`: pending, and no longer answerable. */
const IS_OVER = (now: Date): Sql =>
  sql`q.status = 'pending' AND (q.expires_at <= ${now} OR g.version <> q.agreement_version)`;

/** Throws `charge_request_not_found`, also for another member's. */
export async function getOwnChargeRequest(caller: MemberCaller, id: string): Promise<ReadChargeRequest> {
  const [request] = isRecordId(id)
    ? await read(
        sql`q.id = ${id} AND q.member_id = ${caller.memberId} AND q.environment = ${caller.environment}::environment`,
      )
    : [];
  if (!request) throw chargeRequestNotFound();
  return request;
}

export async function findMemberAskedAboutCharge(id: string): Promise<MemberId | null> {
  if (!isRecordId(id)) return null;
  const [asked] = await query<{ memberId: MemberId }>(
    getPool(),
    sql`SELECT member_id FROM charge_requests WHERE id = ${id}`,
  );
  return asked?.memberId ?? null;
}

/**
 * Up to `limit` requests that are over without an outcome: of one agreement, of one sandbox, or of all tenants on real time.
 * With a sandbox clock that is ahead, they may be from after `now`.
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
