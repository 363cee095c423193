import { z } from "zod";
import { STATUS_CLASSES } from "@/server/contracts/choices";
import { DateTimeField, RecordIdField } from "@/server/contracts/fields";
import { defineOperation, GET, page } from "../operation";
import { CreatedField, flag, pageInQuery, pageOf } from "./list-fields";

const word = (most: number) => z.string().min(1).max(most).optional();

const RequestRecord = z
  .strictObject({
    id: RecordIdField.meta({ description: "The `X-Request-Id` of the response." }),
    method: z.string(),
    path: z.string().meta({
      description:
        "Without query. In place of whatever isn’t the id of a record that was found stands the field’s name.",
    }),
    status: z.int().meta({ description: "The HTTP status." }),
    errorCode: z.string().nullable().meta({ description: "Null if the request succeeded." }),
    idempotencyKey: z.string().nullable(),
    isReplay: z.boolean().meta({ description: "The response was an earlier one, and nothing was done again." }),
    isKeyless: z.boolean().meta({
      description: "It held or moved money without an Idempotency-Key: sent again, it would do so again.",
    }),
    durationMs: z.int().meta({ description: "How long the response took, in milliseconds." }),
    keyId: z
      .string()
      .meta({ description: "The public part of the key, `pk_…` of the tenant or `mk_…` of a merchant." }),
    merchant: RecordIdField.nullable().meta({
      description: "The merchant whose key it was, or that the tenant’s key acted for.",
    }),
    createdAt: DateTimeField.meta({
      description: "When it arrived, by real time even if the sandbox’s clock is ahead.",
    }),
  })
  .meta({ id: "RequestRecord" });

export const listRequests = defineOperation({
  ...GET,
  id: "listRequests",
  tag: "Tenant",
  auth: "tenant",
  path: "/v1/requests",
  summary: "List requests",
  description:
    "The log of the last 30 days: requests with your keys and your merchants’, refused ones too, newest first, about a second after they were answered. A successful reading of the log isn’t in it. The key needs to read all resources. Bodies are in the console.",
  query: z.object({
    created: CreatedField,
    class: z.enum(STATUS_CLASSES).optional().meta({ description: "Only statuses of this class: `4` for 4xx." }),
    failed: flag("`true` lists only requests that were refused or failed."),
    operation: word(120).meta({
      description: "Only of this method and path as the reference has them: `POST /v1/authorizations/{id}/capture`.",
    }),
    key: word(120).meta({ description: "Only with this key: its `keyId`." }),
    error: word(64).meta({ description: "Only with this error code." }),
    keyless: flag("`true` lists only requests that held or moved money without an Idempotency-Key."),
    idempotencyKey: word(80),
    requestId: word(64).meta({ description: "Only the request of this `X-Request-Id`." }),
    ...pageInQuery,
  }),
  responses: page(pageOf("RequestList", RequestRecord), [
    {
      id: "3Fq8rTRq7Lw2Xc5Va",
      method: "POST",
      path: "/v1/authorizations",
      status: 201,
      errorCode: null,
      idempotencyKey: "order-1001",
      isReplay: false,
      isKeyless: false,
      durationMs: 12,
      keyId: "pk_test_closedloop_sandbox",
      merchant: null,
      createdAt: "2026-11-23T18:02:00.000Z",
    },
  ]),
  errors: ["invalid_reference"],
});
