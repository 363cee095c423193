import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import { readAnnotations } from "@/server/api/kit/read-request";
import { NOTHING_DESCRIBED } from "@/server/contracts/rest/authorization-schemas";
import * as contracts from "@/server/contracts/rest/authorizations";
import {
  captureAuthorization,
  createAuthorization,
  incrementAuthorization,
  reverseAuthorization,
} from "@/server/domain/authorizations";
import { getAuthorizationMoves } from "@/server/domain/queries";
import { parsePanToken } from "@/server/platform/ids";
import { readAmount, readOptionalAmount } from "@/server/platform/money";
import {
  presentApproval,
  presentAuthorizationWithMoves,
  presentCapture,
  presentDecline,
  presentIncrement,
  presentReversal,
} from "@/server/presenters/rest/authorizations";

export const createAuthorizationEndpoint = tenantEndpoint({
  contract: contracts.createAuthorization,
  input: ({ body: { panToken, amount, merchant = null, capture = false, ...described } }) => ({
    panToken: parsePanToken(panToken),
    amount: readAmount(amount),
    merchant,
    isSale: capture,
    ...NOTHING_DESCRIBED,
    ...described,
  }),
  execute: createAuthorization,
  present: (outcome) =>
    outcome.row.outcome === "approved" ? answer(201, presentApproval(outcome)) : answer(200, presentDecline(outcome)),
});

export const getAuthorizationEndpoint = tenantEndpoint({
  contract: contracts.getAuthorization,
  input: ({ params }) => ({ id: params.id }),
  execute: getAuthorizationMoves,
  present: (moves, { now }) => answer(200, presentAuthorizationWithMoves(moves, now)),
});

export const captureAuthorizationEndpoint = tenantEndpoint({
  contract: contracts.captureAuthorization,
  input: ({ params, body: { amount, ...asked } }) => ({ id: params.id, amount: readOptionalAmount(amount), ...asked }),
  execute: captureAuthorization,
  present: (outcome, asked) => answer(200, presentCapture(outcome, asked)),
  named: { by: "id", idIn: ({ target }) => target.id },
});

export const incrementAuthorizationEndpoint = tenantEndpoint({
  contract: contracts.incrementAuthorization,
  input: ({ params, body }) => ({ id: params.id, amount: readAmount(body.amount), ...readAnnotations(body) }),
  execute: incrementAuthorization,
  present: (outcome) =>
    outcome.row.outcome === "approved" ? answer(201, presentIncrement(outcome)) : answer(200, presentDecline(outcome)),
  // Increments belong to the root authorization, even if refused.
  named: { by: "id", idIn: ({ row }) => row.rootId },
});

export const reverseAuthorizationEndpoint = tenantEndpoint({
  contract: contracts.reverseAuthorization,
  input: ({ params, body }) => ({
    id: params.id,
    amount: readOptionalAmount(body.amount),
    kind: body.kind ?? null,
    reasonCode: body.reason,
    ...readAnnotations(body),
  }),
  execute: reverseAuthorization,
  present: (outcome, asked) => answer(200, presentReversal(outcome, asked)),
  named: { by: "id", idIn: ({ target }) => target.id },
});
