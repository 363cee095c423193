import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { isRecordId, type RecordId } from "@/server/platform/ids";
import type { MemberCaller, TenantCaller } from "../caller";
import { DomainError, unknownReference } from "../errors";
import { requireSandbox } from "./require-sandbox";

async function findOwnMember(caller: TenantCaller, condition: Sql): Promise<MemberCaller | null> {
  requireSandbox(caller);
  const { tenantId, environment, now, requestId } = caller;
  const [member] = await query<{ id: RecordId }>(
    getPool(),
    sql`SELECT m.id FROM members m WHERE m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment
      AND ${condition}`,
  );
  return member ? { kind: "member", memberId: member.id, tenantId, environment, now, requestId } : null;
}

/** A developer in the place of one of the tenant's own members. Throws `invalid_reference`. */
export async function playMember(caller: TenantCaller, memberId: string): Promise<MemberCaller> {
  const member = isRecordId(memberId) ? await findOwnMember(caller, sql`m.id = ${memberId}`) : null;
  if (!member) throw unknownReference("member");
  return member;
}

/** A developer in the place of the member who was asked. Throws `recurring_authorization_not_found`. */
export async function playAskedMember(caller: TenantCaller, agreementId: string): Promise<MemberCaller> {
  const asked = sql`m.id = (SELECT member_id FROM recurring_agreements WHERE id = ${agreementId})`;
  const member = isRecordId(agreementId) ? await findOwnMember(caller, asked) : null;
  if (!member) {
    throw new DomainError("recurring_authorization_not_found", "There is no such recurring authorization.");
  }
  return member;
}
