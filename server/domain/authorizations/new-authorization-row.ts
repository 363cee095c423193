import { newApprovalCode } from "@/server/platform/ids";
import { AuthorizationId } from "@/server/platform/noun-ids";
import type { AcquirerCaller } from "../caller";
import { APPROVED_CODE, type Decision } from "../declines";
import type { RiskAssessment } from "../risk";
import { actorOf } from "./actor";
import type { AuthorizationRow } from "./authorization";
import { authorizationNumber } from "./authorization-number";
import { holdExpiry } from "./hold-length";
import { keptDecision } from "./kept-decision";

interface Drawn {
  readonly drawn: bigint;
  /** Null makes a root. */
  readonly parent: AuthorizationRow | null;
}

/** What the request and the payer say of a new row: every column that `givenColumns` does not know by itself. */
type Described = Omit<AuthorizationRow, keyof ReturnType<typeof givenColumns> | "metadata"> & {
  readonly metadata: Readonly<Record<string, unknown>> | null;
};

/** The row of a decided authorization: all its figures but the amount are zero, and a declined one has no hold. */
export function newAuthorizationRow(
  caller: AcquirerCaller,
  { drawn, parent, metadata, ...described }: Drawn & Described,
  decision: Decision,
  risk: RiskAssessment | null,
): AuthorizationRow {
  const { amountMinor, mcc, mode } = described;
  const given = givenColumns(caller, { drawn, parent, amountMinor, mcc, mode }, decision, risk);
  // Written first, spread then: on Node 20 each field that is added to a copy takes 2.5 µs (decision 123).
  return { metadata: metadata as AuthorizationRow["metadata"], ...described, ...given };
}

function givenColumns(
  caller: AcquirerCaller,
  { drawn, parent, amountMinor, mcc, mode }: Drawn & Pick<AuthorizationRow, "amountMinor" | "mcc" | "mode">,
  decision: Decision,
  risk: RiskAssessment | null,
) {
  const id = AuthorizationId.make(caller.now);
  const isApproved = decision.outcome === "approved";
  const { actorKind, actorId } = actorOf(caller);
  return {
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
    familyAmountMinor: isApproved && !parent ? amountMinor : 0n,
    familyCapturedMinor: 0n,
    familyVoidedMinor: 0n,
    familyRefundedMinor: 0n,
    familyExpiredMinor: 0n,
    version: 0,
    familySequence: parent?.version ?? 0,
    // Events in its own statement; an approved increment has none.
    eventSequence: 1,
    approvalCode: isApproved ? newApprovalCode() : null,
    responseCode: isApproved ? APPROVED_CODE : decision.code,
    riskScore: risk?.score ?? null,
    decision: keptDecision(decision, risk) as unknown as AuthorizationRow["decision"],
    requestId: caller.requestId,
    createdAt: caller.now,
    expiresAt: isApproved ? holdExpiry(caller.now, mcc, mode) : null,
    acknowledgedAt: null,
    settledAt: null,
    actorKind,
    actorId,
  };
}
