import type { AnsweredCharge } from "@/server/domain/authorizations";
import { chargeRequestStatusAt, type ReadChargeRequest } from "@/server/domain/recurring";
import { presentAmount, presentDate } from "../shared/values";
import { presentReceiptLink } from "./transactions";

interface PaidRequest extends ReadChargeRequest {
  readonly authorizationNumber: string | null;
  readonly transactionId: string | null;
}

export function presentChargeRequest(request: PaidRequest, now: Date) {
  const { authorizationNumber, transactionId } = request;
  return {
    chargeRequestId: request.id,
    status: chargeRequestStatusAt(request, now),
    recurringAuthorizationId: request.agreementId,
    merchant: request.merchantId,
    memberId: request.memberId,
    amount: presentAmount(request.amountMinor, request.currency),
    currency: request.currency,
    merchantReference: request.merchantReference,
    exceeds: request.exceeds === "cap" ? ("maxAmount" as const) : ("interval" as const),
    createdAt: presentDate(request.createdAt),
    expiresAt: presentDate(request.expiresAt),
    decidedAt: presentDate(request.decidedAt),
    authorizationId: authorizationNumber,
    recordId: request.authorizationId,
    transactionId,
    receipt: transactionId === null ? null : presentReceiptLink(transactionId),
  };
}

export function presentAnsweredCharge({ chargeRequest, outcome }: AnsweredCharge, now: Date) {
  const { row, transactionId } = outcome;
  return presentChargeRequest({ ...chargeRequest, authorizationNumber: row.authorizationNumber, transactionId }, now);
}
