import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { MemberCaller, MerchantCaller } from "@/server/domain/caller";
import { type AgreementRow, chargeRequestNotFound, type ReadChargeRequest } from "@/server/domain/recurring";
import { isRecordId } from "@/server/platform/ids";

export interface ChargeRequestStory {
  readonly request: ReadChargeRequest;
  readonly authorizationNumber: string | null;
  readonly transactionId: string | null;
}

export interface MemberChargeRequest extends ChargeRequestStory {
  readonly agreement: AgreementRow;
  readonly merchantName: string;
}

/** An agreement has at most one, so no member who answers has more. */
const MAX_PENDING = 50;

/** Throws `charge_request_not_found`, also for another merchant's. */
export async function getChargeRequest(
  caller: MerchantCaller,
  input: { readonly id: string },
): Promise<ChargeRequestStory> {
  return getOne(
    input.id,
    sql`q.merchant_id = ${caller.merchantId} AND q.environment = ${caller.environment}::environment`,
  );
}

/** Throws `charge_request_not_found`, also for another member's. */
export async function getMemberChargeRequest(
  caller: MemberCaller,
  input: { readonly id: string },
): Promise<MemberChargeRequest> {
  return getOne(input.id, sql`q.member_id = ${caller.memberId}`);
}

export async function listMemberChargeRequests(caller: MemberCaller): Promise<MemberChargeRequest[]> {
  const isPending = sql`q.member_id = ${caller.memberId} AND q.status = 'pending' AND q.expires_at > ${caller.now}
    AND g.version = q.agreement_version`;
  return read(sql`${isPending} ORDER BY q.created_at, q.id LIMIT ${MAX_PENDING}`);
}

async function getOne(id: string, isOwn: Sql): Promise<MemberChargeRequest> {
  const [story] = isRecordId(id) ? await read(sql`q.id = ${id} AND ${isOwn}`) : [];
  if (!story) throw chargeRequestNotFound();
  return story;
}

type Row = ReadChargeRequest & Omit<ChargeRequestStory, "request"> & Pick<MemberChargeRequest, "merchantName">;

async function read(condition: Sql): Promise<MemberChargeRequest[]> {
  const rows = await query<Row>(
    getPool(),
    sql`SELECT q.*, g.version AS agreement_now, m.name AS merchant_name, a.authorization_number,
        (SELECT c.transaction_id FROM captures c WHERE c.root_id = a.id ORDER BY c.created_at, c.id LIMIT 1) AS transaction_id
      FROM charge_requests q
      JOIN recurring_agreements g ON g.id = q.agreement_id
      JOIN merchants m ON m.id = q.merchant_id
      LEFT JOIN authorizations a ON a.id = q.authorization_id
      WHERE ${condition}`,
  );
  if (rows.length === 0) return [];
  const ids = rows.map(({ agreementId }) => agreementId);
  const agreements = await query<AgreementRow>(
    getPool(),
    sql`SELECT * FROM recurring_agreements WHERE id = ANY(${ids}::text[])`,
  );
  return rows.flatMap(({ authorizationNumber, transactionId, merchantName, ...request }) => {
    const agreement = agreements.find(({ id }) => id === request.agreementId);
    return agreement ? [{ request, authorizationNumber, transactionId, agreement, merchantName }] : [];
  });
}
