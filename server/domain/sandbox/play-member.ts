import { type AuthorizationId, MemberId } from "@/server/platform/noun-ids";
import { getAuthorization } from "../authorizations";
import type { MemberCaller, TenantCaller } from "../caller";
import { disputeNotFound, readDispute } from "../disputes";
import { DomainError, unknownReference } from "../errors";
import { getMemberAccount, isOwnMember } from "../members";
import { findMakerOfCode, paymentCodeNotFound } from "../payment-codes";
import { chargeRequestNotFound, findAskedMember, findMemberAskedAboutCharge } from "../recurring";
import { requireSandbox } from "../require-sandbox";

async function memberCallerOf(caller: TenantCaller, id: string | null): Promise<MemberCaller | null> {
  requireSandbox(caller);
  const { tenantId, environment, now, aheadMs, requestId, standing } = caller;
  if (id === null || !MemberId.is(id) || !(await isOwnMember(caller, id))) return null;
  return { kind: "member", memberId: id, tenantId, environment, now, aheadMs, requestId, standing };
}

/** The developer acts as one of the tenant's own members. Throws `invalid_reference`. */
export async function playMember(caller: TenantCaller, memberId: string): Promise<MemberCaller> {
  const member = await memberCallerOf(caller, memberId);
  if (!member) throw unknownReference("member");
  return member;
}

/** The developer acts as the member who was to pay. Throws `authorization_not_found`, also for another tenant's member. */
export async function playPayingMember(
  caller: TenantCaller,
  id: string,
): Promise<{ readonly member: MemberCaller; readonly recordId: string; readonly rootId: string }> {
  requireSandbox(caller);
  const { target } = await getAuthorization(caller, { id });
  const { memberId } = await getMemberAccount({ environment: caller.environment }, target.accountId);
  const member = await memberCallerOf(caller, memberId);
  if (!member) throw new DomainError("authorization_not_found", "No such authorization of a member of yours.");
  return { member, recordId: target.id, rootId: target.rootId };
}

/** The developer acts as the member who was asked. Throws `recurring_authorization_not_found`. */
export async function playAskedMember(caller: TenantCaller, agreementId: string): Promise<MemberCaller> {
  const member = await memberCallerOf(caller, await findAskedMember(agreementId));
  if (!member) {
    throw new DomainError("recurring_authorization_not_found", "No such recurring authorization.");
  }
  return member;
}

/** The developer acts as the member who was asked. Throws `charge_request_not_found`. */
export async function playMemberAskedAboutCharge(caller: TenantCaller, id: string): Promise<MemberCaller> {
  const member = await memberCallerOf(caller, await findMemberAskedAboutCharge(id));
  if (!member) throw chargeRequestNotFound();
  return member;
}

/** The developer acts as the member who made the code. Throws `payment_code_not_found`. */
export async function playMemberOfCode(caller: TenantCaller, id: string): Promise<MemberCaller> {
  const member = await memberCallerOf(caller, await findMakerOfCode(id));
  if (!member) throw paymentCodeNotFound();
  return member;
}

/** The developer acts as the member who disputed a payment. Throws `dispute_not_found`. */
export async function playDisputingMember(
  caller: TenantCaller,
  id: string,
): Promise<{ readonly member: MemberCaller; readonly authorizationId: AuthorizationId }> {
  const { memberId, authorizationId } = await readDispute(caller, { id });
  const member = await memberCallerOf(caller, memberId);
  if (!member) throw disputeNotFound();
  return { member, authorizationId };
}
