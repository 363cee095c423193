import { z } from "zod";
import { DISPUTE_NOTE_MAX, DISPUTE_OUTCOMES, DISPUTE_REASONS } from "@/server/contracts/choices";
import {
  AmountOutput,
  AuthorizationIdField,
  CurrencyField,
  DateTimeField,
  growing,
  listedId,
  noteOfText,
  RecordIdField,
} from "@/server/contracts/fields";
import { exampleIds } from "./authorization-ids";
import { created, defineOperation, GET, ok, page } from "./operation";
import { CreatedField, MerchantFilter, pageInQuery, pageOf } from "./reading-back/list-fields";

const STATUSES = ["open", "closed"] as const;

export const DisputeStatusField = growing(STATUSES, { description: "A closed dispute can’t be reopened." });
const ReasonField = growing(DISPUTE_REASONS, { description: "The member’s reason." });
const OutcomeField = growing(DISPUTE_OUTCOMES, {
  description:
    "`refunded`: money was refunded or released. `rejected`: the payment stands. `withdrawn`: the member withdrew the dispute.",
});

/** What disputes and their events have alike. */
export const disputeShape = {
  merchantReference: z.string().nullable(),
  member: RecordIdField.nullable().meta({
    description: "The member who disputed it. Null if another tenant issued to the member.",
  }),
  reason: ReasonField,
  note: z.string().nullable().meta({ description: "The member’s own words. Null if none were given." }),
  outcome: OutcomeField.nullable().meta({ description: "Null while the dispute is open." }),
  message: z.string().nullable().meta({ description: "The message the member received when the dispute was closed." }),
  answer: z.string().nullable().meta({ description: "The member’s answer. There can be only one." }),
};

const dispute = z.strictObject({
  id: listedId("disputeId"),
  disputeId: RecordIdField,
  status: DisputeStatusField,
  authorizationId: AuthorizationIdField,
  recordId: RecordIdField.meta({ description: "Record id of the disputed authorization." }),
  merchant: RecordIdField,
  currency: CurrencyField,
  amount: AmountOutput.meta({
    description: "The amount of the authorization and its increments, or the requested amount if declined.",
  }),
  amountReturned: AmountOutput.meta({ description: "Refunded or released since the dispute was opened." }),
  ...disputeShape,
  createdAt: DateTimeField,
  closedAt: DateTimeField.nullable(),
  answeredAt: DateTimeField.nullable(),
});

const Dispute = dispute.meta({ id: "Dispute" });

const words = { note: true, message: true, answer: true } as const;
const left = { description: "Omitted on an idempotent replay: stored responses contain no personal data." };

/** Response to a write; a repeat leaves out what people wrote. */
const WrittenDispute = dispute
  .omit(words)
  .extend({
    note: z.string().nullable().optional().meta(left),
    message: z.string().nullable().optional().meta(left),
    answer: z.string().nullable().optional().meta(left),
  })
  .meta({ id: "WrittenDispute" });

const openExample = {
  id: "3Fq8rXb6Dp2Vn9Tsa",
  disputeId: "3Fq8rXb6Dp2Vn9Tsa",
  status: "open" as const,
  ...exampleIds,
  merchant: "TESTmerchantCafe1",
  currency: "USD",
  amount: 12.5,
  amountReturned: 0,
  merchantReference: "order-1001",
  member: "TESTmemberAlice01",
  reason: "not_recognized" as const,
  note: "I wasn’t there that day.",
  outcome: null,
  message: null,
  answer: null,
  createdAt: "2026-11-23T18:02:00.000Z",
  closedAt: null,
  answeredAt: null,
};
const closing = { outcome: "rejected" as const, message: "The slip has your signature, and the item was collected." };
const closedExample = {
  ...openExample,
  status: "closed" as const,
  ...closing,
  closedAt: "2026-11-24T09:15:00.000Z",
};

const withoutWords = ({ note: _, message: _m, answer: _a, ...repeated }: typeof openExample | typeof closedExample) =>
  repeated;

const shared = { tag: "Disputes", auth: "tenant" } as const;
const DisputePath = z.object({
  id: z.string().meta({ description: "The disputeId.", examples: [openExample.disputeId] }),
});

export const listDisputes = defineOperation({
  ...shared,
  id: "listDisputes",
  ...GET,
  path: "/v1/disputes",
  summary: "List disputes",
  description: "Disputes that members opened against payments of your merchants, newest first.",
  query: z.object({
    created: CreatedField,
    status: DisputeStatusField.optional(),
    outcome: OutcomeField.optional().meta({ description: "Only disputes with this outcome." }),
    reason: ReasonField.optional(),
    merchant: MerchantFilter,
    member: RecordIdField.optional().meta({ description: "Only of this member of the tenant." }),
    ...pageInQuery,
  }),
  responses: page(pageOf("DisputeList", Dispute), [closedExample]),
  errors: ["invalid_reference"],
});

export const getDispute = defineOperation({
  ...shared,
  id: "getDispute",
  ...GET,
  path: "/v1/disputes/{id}",
  summary: "Get a dispute",
  description: "Returns the dispute with its payment, and how much has been refunded or released since.",
  params: DisputePath,
  responses: ok("The dispute.", Dispute, openExample),
  errors: ["dispute_not_found"],
});

export const closeDispute = defineOperation({
  ...shared,
  id: "closeDispute",
  method: "POST",
  path: "/v1/disputes/{id}/close",
  summary: "Close a dispute",
  description:
    "Closes the dispute and sends the member the outcome and your message. The member can answer once. Moves no money: reverse the payment first if it should go back. `refunded` needs a refund or void since the dispute was opened.",
  idempotency: "required",
  params: DisputePath,
  body: {
    schema: z
      .object({
        outcome: OutcomeField,
        message: noteOfText(DISPUTE_NOTE_MAX).min(1).optional().meta({ description: "To the member." }),
      })
      .meta({ id: "CloseDispute" }),
    example: closing,
  },
  responses: ok("Closed.", WrittenDispute, closedExample),
  errors: ["dispute_not_found", "dispute_closed", "dispute_not_refunded", "not_permitted"],
});

const sandbox = { tag: "Sandbox", auth: "tenant", isSandboxOnly: true } as const;

export const openSandboxDispute = defineOperation({
  ...sandbox,
  id: "openSandboxDispute",
  method: "POST",
  path: "/v1/sandbox/disputes",
  summary: "Dispute a payment as its member",
  description:
    "Does what a member does in the wallet, for a payment by one of your own members. A payment has at most one dispute: a second request returns the first.",
  idempotency: "optional",
  body: {
    schema: z
      .object({
        authorization: z.string().min(1).max(64).meta({ description: "authorizationId or record id of the payment." }),
        reason: ReasonField.default("not_recognized"),
        note: noteOfText(DISPUTE_NOTE_MAX).min(1).optional().meta({ description: "As the member would write it." }),
      })
      .meta({ id: "OpenDispute" }),
    example: { authorization: exampleIds.authorizationId, reason: "not_recognized", note: openExample.note },
  },
  responses: created("Opened.", WrittenDispute, openExample, {
    without: "the note",
    example: withoutWords(openExample),
  }),
  errors: ["authorization_not_found"],
});

export const answerSandboxDispute = defineOperation({
  ...sandbox,
  id: "answerSandboxDispute",
  method: "POST",
  path: "/v1/sandbox/disputes/{id}/answer",
  summary: "Answer a closed dispute as its member",
  description: "Does what a member does in the wallet, once for each dispute of one of your own members.",
  idempotency: "optional",
  params: DisputePath,
  body: {
    schema: z.object({ answer: noteOfText(DISPUTE_NOTE_MAX).min(1) }).meta({ id: "AnswerDispute" }),
    example: { answer: "Thank you." },
  },
  responses: ok("Answered.", WrittenDispute, {
    ...closedExample,
    answer: "Thank you.",
    answeredAt: "2026-11-24T10:00:00.000Z",
  }),
  errors: ["dispute_not_found", "dispute_not_answerable"],
});
