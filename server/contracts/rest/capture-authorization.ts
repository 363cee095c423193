import { z } from "zod";
import { AmountInput, AmountOutput, DateTimeField, RecordIdField } from "../fields";
import { exampleIds, ids, PathId } from "./authorization-ids";
import { annotationFields, sentReference, statusNow } from "./authorization-schemas";
import { defineOperation, ok } from "./operation";

/** Contract 2.4. */
export const CaptureAuthorizationBody = z
  .object({ amount: AmountInput.optional(), ...annotationFields })
  .meta({ id: "CaptureAuthorization" });

/** Contract 2.4. */
const CaptureResult = z
  .strictObject({
    status: z.enum(["charged", "partial"]).meta({ description: "charged: nothing of the hold is left." }),
    amountCaptured: AmountOutput,
    transactionId: RecordIdField.meta({ description: "Names the capture, as on `/merchant/v1`." }),
    ...ids,
    ...statusNow,
    ...sentReference,
    idempotencyKey: z.string(),
    acknowledged: DateTimeField.nullable(),
    settled: DateTimeField.nullable(),
  })
  .meta({ id: "CaptureResult" });

export const captureAuthorization = defineOperation({
  id: "captureAuthorization",
  tag: "Authorizations",
  auth: "tenant",
  method: "POST",
  path: "/v1/authorizations/{id}/capture",
  summary: "Capture a hold",
  description: "Moves money from the member to the merchant, up to the remaining hold.",
  idempotency: "required",
  params: PathId,
  body: {
    schema: CaptureAuthorizationBody,
    isOptional: true,
    example: { amount: 20, merchantReference: "order-1001-parcel-1" },
  },
  responses: ok("Captured, or the earlier response for this Idempotency-Key.", CaptureResult, {
    status: "partial",
    amountCaptured: 20,
    transactionId: "3Fq8rT4kCb7Wn4XsE",
    ...exampleIds,
    authorizationStatus: "Authorization Partially Captured",
    merchantReference: "order-1001-parcel-1",
    idempotencyKey: "order-1001-capture",
    acknowledged: "2026-11-21T10:02:11.000Z",
    settled: null,
  }),
  errors: [
    "authorization_not_found",
    "authorization_ambiguous",
    "authorization_not_capturable",
    "amount_exceeds_remaining_hold",
  ],
});
