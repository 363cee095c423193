import { newApprovalCode } from "@/server/platform/ids";
import { type AccountId, AuthorizationId, type CardId, type MerchantId } from "@/server/platform/noun-ids";
import type { AcquirerCaller } from "../caller";
import { APPROVED_CODE, type Decision, hintOf } from "../declines";
import type { RiskAssessment } from "../risk";
import { actorOf } from "./actor";
import type { AuthorizationRow } from "./authorization";
import { authorizationNumber } from "./authorization-number";
import { holdExpiry } from "./hold-length";

/** What a root and an increment have in common before they are written. */
export interface NewAuthorization {
  readonly drawn: bigint;
  /** Null makes a root. */
  readonly parent: AuthorizationRow | null;
  readonly merchantId: MerchantId;
  readonly merchantNameRaw: string | null;
  readonly mcc: string | null;
  readonly channel: string | null;
  readonly mode: string | null;
  readonly avsResult: string | null;
  readonly cvvResult: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly cardId: CardId | null;
  readonly paymentCodeId: string | null;
  readonly agreementId: string | null;
  readonly merchantReference: string | null;
  readonly deviceHash: string | null;
  readonly accountId: AccountId;
  readonly currency: string;
  readonly amountMinor: bigint;
}

/** The row of a decided authorization: all its figures but the amount are zero, and a declined one has no hold. */
export function newAuthorizationRow(
  caller: AcquirerCaller,
  fields: NewAuthorization,
  decision: Decision,
  risk: RiskAssessment | null,
): AuthorizationRow {
  const { drawn, parent, metadata, ...described } = fields;
  const id = AuthorizationId.make(caller.now);
  const isApproved = decision.outcome === "approved";
  return {
    ...described,
    id,
    authorizationNumber: authorizationNumber(drawn),
    tenantId: caller.tenantId,
    environment: caller.environment,
    rootId: parent?.rootId ?? id,
    parentId: parent?.id ?? null,
    outcome: decision.outcome,
    capturedMinor: 0n,
    voidedMinor: 0n,
    refundedMinor: 0n,
    expiredMinor: 0n,
    familyAmountMinor: isApproved && !parent ? fields.amountMinor : 0n,
    familyCapturedMinor: 0n,
    familyVoidedMinor: 0n,
    familyRefundedMinor: 0n,
    familyExpiredMinor: 0n,
    version: 0,
    familySequence: parent?.version ?? 0,
    // Events in its own statement; an approved increment has none.
    eventSequence: isApproved && parent ? 0 : 1,
    approvalCode: isApproved ? newApprovalCode() : null,
    responseCode: isApproved ? APPROVED_CODE : decision.code,
    metadata: metadata as AuthorizationRow["metadata"],
    riskScore: risk?.score ?? null,
    decision: {
      rules: decision.trace,
      risk: risk?.trace ?? null,
      hint: hintOf(decision),
    } as unknown as AuthorizationRow["decision"],
    requestId: caller.requestId,
    ...actorOf(caller),
    createdAt: caller.now,
    expiresAt: isApproved ? holdExpiry(caller.now, fields.mcc, fields.mode) : null,
    acknowledgedAt: null,
    settledAt: null,
  };
}
