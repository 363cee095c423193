import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MemberCaller, MerchantCaller } from "@/server/domain/caller";
import type { AgreementRow } from "@/server/domain/recurring";
import { getListedRequest, type ListedChargeRequest, readChargeRequests } from "./list-charge-requests";

export interface MemberChargeRequest extends ListedChargeRequest {
  readonly agreement: AgreementRow;
}

/** An agreement has at most one, so no member who answers has more. */
const MAX_PENDING = 50;

/** Throws `charge_request_not_found`, also for another merchant's. */
export function getChargeRequest(
  caller: MerchantCaller,
  { id }: { readonly id: string },
): Promise<ListedChargeRequest> {
  const { merchantId, environment } = caller;
  return getListedRequest(id, sql`q.merchant_id = ${merchantId} AND q.environment = ${environment}::environment`);
}

/** Throws `charge_request_not_found`, also for another member's. */
export async function getMemberChargeRequest(
  caller: MemberCaller,
  { id }: { readonly id: string },
): Promise<MemberChargeRequest> {
  const request = await getListedRequest(id, sql`q.member_id = ${caller.memberId}`);
  const [shown] = await withAgreements([request]);
  if (!shown) throw new Error("a charge request is without its agreement");
  return shown;
}

export async function listMemberChargeRequests(caller: MemberCaller): Promise<MemberChargeRequest[]> {
  const isPending = sql`q.member_id = ${caller.memberId} AND q.status = 'pending' AND q.expires_at > ${caller.now}
    AND g.version = q.agreement_version`;
  return withAgreements(await readChargeRequests(sql`${isPending} ORDER BY q.created_at, q.id LIMIT ${MAX_PENDING}`));
}

async function withAgreements(requests: readonly ListedChargeRequest[]): Promise<MemberChargeRequest[]> {
  if (requests.length === 0) return [];
  const agreements = await query<AgreementRow>(
    getPool(),
    sql`SELECT * FROM recurring_agreements WHERE id = ANY(${requests.map(({ agreementId }) => agreementId)}::text[])`,
  );
  return requests.flatMap((request) => {
    const agreement = agreements.find(({ id }) => id === request.agreementId);
    return agreement ? [{ ...request, agreement }] : [];
  });
}
