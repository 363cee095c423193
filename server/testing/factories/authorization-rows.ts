import { NOTHING_DESCRIBED } from "@/server/contracts/rest/authorization-schemas";
import type { NewRow } from "@/server/db/insert-rows";
import type { AuthorizationRow, Family, Figures } from "@/server/domain/authorizations";
import type { AuthorizationId } from "@/server/platform/noun-ids";
import { shortId } from "./short-id";

type CaptureRow = NewRow<"captures">;

export const CREATED_AT = new Date("2026-03-02T10:00:00.000Z");
export const EXPIRES_AT = new Date("2026-03-09T10:00:00.000Z");

const NO_FIGURES: Figures = {
  amountMinor: 0n,
  capturedMinor: 0n,
  voidedMinor: 0n,
  refundedMinor: 0n,
  expiredMinor: 0n,
};

export function figures(given: Partial<Figures>): Figures {
  return { ...NO_FIGURES, ...given };
}

function authorizationRow(id: AuthorizationId, given: Partial<AuthorizationRow>): AuthorizationRow {
  return {
    ...NO_FIGURES,
    ...NOTHING_DESCRIBED,
    id,
    authorizationNumber: "1234567",
    tenantId: shortId("tenant"),
    environment: "test",
    rootId: id,
    parentId: null,
    outcome: "approved",
    merchantId: shortId("merchant"),
    mcc: "5814",
    cardId: shortId("card"),
    paymentCodeId: null,
    agreementId: null,
    merchantReference: null,
    riskScore: null,
    deviceHash: null,
    accountId: shortId("account"),
    currency: "USD",
    familyAmountMinor: 0n,
    familyCapturedMinor: 0n,
    familyVoidedMinor: 0n,
    familyRefundedMinor: 0n,
    familyExpiredMinor: 0n,
    version: 0,
    familySequence: 0,
    eventSequence: 1,
    approvalCode: "123456",
    responseCode: "00",
    metadata: null,
    decision: {},
    requestId: "request",
    actorKind: "api_key",
    actorId: "key",
    createdAt: CREATED_AT,
    expiresAt: EXPIRES_AT,
    acknowledgedAt: null,
    settledAt: null,
    ...given,
  };
}

/** A root "root" with increments "inc1", "inc2", …, requested by one of these ids. */
export function familyOf(target: string, members: readonly Partial<Figures>[]): Family {
  const sum = (figure: keyof Figures) => members.reduce((total, member) => total + (member[figure] ?? 0n), 0n);
  const rows = members.map((given, i) =>
    i === 0
      ? authorizationRow(shortId("root"), {
          ...given,
          familyAmountMinor: sum("amountMinor"),
          familyCapturedMinor: sum("capturedMinor"),
          familyVoidedMinor: sum("voidedMinor"),
          familyRefundedMinor: sum("refundedMinor"),
          familyExpiredMinor: sum("expiredMinor"),
        })
      : authorizationRow(shortId(`inc${i}`), { ...given, rootId: shortId("root"), parentId: shortId("root") }),
  );
  const root = rows[0];
  const asked = rows.find(({ id }) => id === target);
  if (!root || !asked) throw new RangeError(`no ${target} in this family`);
  return { root, members: rows, target: asked };
}

export function declinedFamily(): Family {
  const row = authorizationRow(shortId("root"), {
    outcome: "declined",
    responseCode: "51",
    amountMinor: 50_00n,
    expiresAt: null,
  });
  return { root: row, members: [], target: row };
}

export function captureRow(
  id: string,
  authorizationId: AuthorizationId,
  amountMinor: bigint,
  refundedMinor = 0n,
): CaptureRow {
  return {
    id,
    transactionId: id,
    authorizationId,
    targetId: shortId("root"),
    rootId: shortId("root"),
    tenantId: shortId("tenant"),
    environment: "test",
    merchantId: shortId("merchant"),
    currency: "USD",
    amountMinor,
    refundedMinor,
    familySequence: 0,
    metadata: null,
    merchantReference: null,
    requestId: "request",
    actorKind: "api_key",
    actorId: "key",
    createdAt: CREATED_AT,
    settledAt: null,
    batchId: null,
    feeMinor: 0n,
  };
}
