import { z } from "zod";
import { AuthorizationStatusField } from "../authorization-status-field";
import { DECLINE_REASONS } from "../decline-reasons";
import { exampleIds, PathId } from "./authorization-ids";
import { AuthorizationWithMoves, capturedExample } from "./authorization-record";
import {
  ApprovedAuthorization,
  ApprovedIncrement,
  AuthorizationList,
  CreateAuthorizationAnswer,
  CreateAuthorizationBody,
  IncrementAuthorizationAnswer,
  IncrementAuthorizationBody,
  NOTHING_DESCRIBED,
  ReverseAuthorizationBody,
  ReverseResult,
} from "./authorization-schemas";
import { defineOperation, GET, ok, page } from "./operation";
import { openInQuery, paymentsInQuery } from "./reading-back/list-fields";

export { captureAuthorization } from "./capture-authorization";

const declinedExample = {
  status: "declined",
  amount: 42.5,
  ...exampleIds,
  reasonCode: "51",
  reasonMessage: DECLINE_REASONS["51"].message,
  details: {},
  merchantReference: "order-1001",
};
const { avsResult, cvvResult, metadata: _, ...described } = NOTHING_DESCRIBED;
const recordExample = {
  id: exampleIds.recordId,
  ...exampleIds,
  status: "Authorization Partially Captured",
  amount: 42.5,
  captured: 20,
  reversed: 0,
  capturable: 22.5,
  voidable: 22.5,
  refundable: 20,
  currency: "USD",
  card: "3Fq8rT1aaBbCcDdEe",
  member: "TESTmemberAlice01",
  account: "TESTacctAlice0001",
  merchant: "TESTmerchantCafe1",
  ...described,
  merchantReference: "order-1001",
  mcc: "5814",
  channel: "CHANeCommerce0001",
  mode: "02",
  approvalCode: "083415",
  responseCode: "00",
  reasonCode: null,
  reasonTitle: null,
  avsResult,
  cvvResult,
  created: "2026-11-21T09:30:00.000Z",
  expires: "2026-11-28T09:30:00.000Z",
  acknowledged: "2026-11-21T10:02:11.000Z",
  settled: null,
  parentAuthorization: null,
  metadata: { order: "1001" },
};
const shared = { tag: "Authorizations", auth: "tenant" } as const;

export const createAuthorization = defineOperation({
  ...shared,
  id: "createAuthorization",
  method: "POST",
  path: "/v1/authorizations",
  summary: "Authorize a card",
  description:
    "Places a hold on the account behind the card; with `capture`, takes the money at once. A decline is a normal response, not an error.",
  idempotency: "required",
  unknownFields: "ignored",
  body: {
    schema: CreateAuthorizationBody,
    example: {
      panToken: "TESTcardApproved1",
      amount: 42.5,
      channel: "e-commerce",
      mode: "02",
      merchantReference: "order-1001",
    },
  },
  responses: {
    201: {
      description: "Approved: the hold stands, or the sale is captured.",
      schema: ApprovedAuthorization,
      example: {
        status: "approved",
        ...exampleIds,
        amount: 42.5,
        approvalCode: "083415",
        expires: "2026-11-28T09:30:00.000Z",
        transactionId: null,
        merchantReference: "order-1001",
      },
    },
    200: {
      description: "Declined, or the earlier response for this Idempotency-Key.",
      schema: CreateAuthorizationAnswer,
      example: declinedExample,
    },
  },
  errors: ["invalid_reference", "tenant_suspended", "14", "sandbox_clocks_differ"],
});

export const getAuthorization = defineOperation({
  ...shared,
  id: "getAuthorization",
  ...GET,
  path: "/v1/authorizations/{id}",
  summary: "Get an authorization",
  description: "Returns an authorization with its totals, captures, and refunds. Increments count toward the original.",
  params: PathId,
  responses: ok("The record.", AuthorizationWithMoves, { ...recordExample, captures: [capturedExample], refunds: [] }),
  errors: ["authorization_not_found"],
});

export const listAuthorizations = defineOperation({
  ...shared,
  id: "listAuthorizations",
  ...GET,
  path: "/v1/authorizations",
  summary: "List authorizations",
  description:
    "First authorizations, approved and declined, newest first. Increments count toward the amounts of the original.",
  query: z.object({ status: AuthorizationStatusField.optional(), ...openInQuery, ...paymentsInQuery }),
  responses: page(AuthorizationList, [recordExample]),
  errors: ["invalid_reference"],
});

export const incrementAuthorization = defineOperation({
  ...shared,
  id: "incrementAuthorization",
  method: "POST",
  path: "/v1/authorizations/{id}/increment",
  summary: "Increase a hold",
  description:
    "Adds to the hold with a new authorization that names its parent. A hold made with a payment code can grow up to the code’s maxAmount. A declined increment leaves the hold unchanged.",
  idempotency: "required",
  params: PathId,
  unknownFields: "ignored",
  body: { schema: IncrementAuthorizationBody, example: { amount: 15 } },
  responses: {
    201: {
      description: "Approved: the hold has grown.",
      schema: ApprovedIncrement,
      example: {
        status: "approved",
        amount: 15,
        approvalCode: "551204",
        authorizationId: "0917346",
        recordId: "3Fq8rTAmQy6PcVh2J",
        parentAuthorization: "3Fq8rT2kZb7Wn4XsD",
        expires: "2026-11-29T08:00:00.000Z",
        merchantReference: null,
      },
    },
    200: {
      description: "Declined, or the earlier response for this Idempotency-Key.",
      schema: IncrementAuthorizationAnswer,
      example: declinedExample,
    },
  },
  errors: [
    "authorization_not_found",
    "authorization_ambiguous",
    "authorization_not_incrementable",
    "increment_limit_reached",
    "tenant_suspended",
    "sandbox_clocks_differ",
  ],
});

export const reverseAuthorization = defineOperation({
  ...shared,
  id: "reverseAuthorization",
  method: "POST",
  path: "/v1/authorizations/{id}/reverse",
  summary: "Void or refund",
  description:
    "Kind void releases held money only; kind refund returns captured money only. Without a kind, a request with no amount does both. With an amount but no kind, an amount equal to the hold plus the captures undoes both; an amount that the captures cover is a refund; an amount that only the hold covers is a void.",
  idempotency: "required",
  params: PathId,
  body: {
    schema: ReverseAuthorizationBody,
    isOptional: true,
    example: { amount: 5, kind: "refund", reason: "RV05" },
  },
  responses: ok("Reversed, or the earlier response for this Idempotency-Key.", ReverseResult, {
    status: "partial-reversed",
    amountReversed: 5,
    amountVoided: 0,
    amountRefunded: 5,
    refundId: "3Fq8rT9QmP2VcKx5J",
    ...exampleIds,
    authorizationStatus: "Authorization Partially Captured",
    merchantReference: null,
    reasonCode: "RV05",
    idempotencyKey: "order-1001-refund-1",
    settled: null,
  }),
  errors: [
    "authorization_not_found",
    "authorization_ambiguous",
    "authorization_not_reversible",
    "amount_exceeds_reversible",
  ],
});
