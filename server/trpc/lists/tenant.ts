import { z } from "zod";
import {
  AUTHORIZATION_STATES,
  CHARGE_STATES,
  CODE_STATES,
  DELIVERY_STATES,
  DISPUTE_REASONS,
  DISPUTE_STATES,
  STATUS_CLASSES,
  SUBSCRIPTION_STATES,
  WAYS_OF_PAYING,
} from "@/server/contracts/choices";
import { EVENT_TYPES } from "@/server/contracts/event-types";
import { CurrencyField, MemberIdField, MerchantIdField, RecordIdField } from "@/server/contracts/fields";
import { SearchField, TypedNumber, wordOf } from "@/server/contracts/portal/shared/pages";
import type { StaffCaller } from "@/server/domain/caller";
import { memberList } from "@/server/domain/members";
import { merchantList } from "@/server/domain/merchants";
import {
  auditList,
  authorizationList,
  batchList,
  chargeRequestList,
  disputeList,
  issuedCodeList,
  reportFileList,
} from "@/server/domain/queries";
import { requestList } from "@/server/domain/request-log";
import { deliveryList, eventList, subscriptionList } from "@/server/domain/webhooks";
import { presentMerchant } from "@/server/presenters/rest/merchants";
import { CODE_CELLS, presentIssuedCode } from "@/server/presenters/rest/payment-codes";
import { presentListedBatch } from "@/server/presenters/rest/settlement";
import { presentSubscription, SUBSCRIPTION_CELLS } from "@/server/presenters/rest/webhooks";
import { AUDIT_CELLS, presentAuditRecord } from "@/server/presenters/shared/audit-records";
import { AUTHORIZATION_CELLS, presentTenantAuthorization } from "@/server/presenters/tenant/authorizations";
import { CHARGE_REQUEST_CELLS, presentTenantCharge } from "@/server/presenters/tenant/charge-requests";
import { DISPUTE_CELLS, presentTenantDispute } from "@/server/presenters/tenant/disputes";
import { presentExport } from "@/server/presenters/tenant/exports";
import { MEMBER_CELLS, presentMember } from "@/server/presenters/tenant/members";
import { MERCHANT_CELLS } from "@/server/presenters/tenant/merchants";
import { presentRequest, REQUEST_CELLS } from "@/server/presenters/tenant/requests";
import { BATCH_CELLS } from "@/server/presenters/tenant/settlement";
import { DELIVERY_CELLS, presentListedDelivery, presentListedEvent } from "@/server/presenters/tenant/webhooks";
import { answerStaff } from "../file-answer";
import { DAYS, listsOf, openOneOf } from "./console-list";

const list = listsOf((ctx: { readonly staff: StaffCaller }) => ctx.staff);

/** The lists of a tenant's console, by the names of their files. */
export const TENANT_LISTS = {
  authorizations: list({
    filters: {
      state: z.enum(AUTHORIZATION_STATES),
      merchant: MerchantIdField,
      member: MemberIdField,
      ...DAYS,
      currency: CurrencyField,
      least: TypedNumber,
      most: TypedNumber,
      reason: z.string().regex(/^[0-9A-Z]{1,3}$/),
      way: z.enum(WAYS_OF_PAYING),
      search: SearchField,
    },
    sorts: ["amount", "merchant", "status"],
    read: authorizationList,
    present: presentTenantAuthorization,
    csv: AUTHORIZATION_CELLS,
  }),
  "payment-codes": list({
    filters: { state: z.enum(CODE_STATES), search: SearchField },
    sorts: ["member", "status"],
    read: issuedCodeList,
    present: presentIssuedCode,
    csv: CODE_CELLS,
  }),
  "charge-requests": list({
    filters: { state: z.enum(CHARGE_STATES), merchant: MerchantIdField, search: SearchField },
    sorts: ["merchant", "amount"],
    read: chargeRequestList,
    present: presentTenantCharge,
    csv: CHARGE_REQUEST_CELLS,
  }),
  members: list({
    filters: { search: SearchField },
    sorts: ["name", "cards"],
    read: memberList,
    present: presentMember,
    csv: MEMBER_CELLS,
  }),
  merchants: list({
    filters: {},
    sorts: ["name", "keys", "status"],
    read: merchantList,
    present: presentMerchant,
    csv: MERCHANT_CELLS,
  }),
  logs: list({
    filters: {
      class: z.enum(STATUS_CLASSES),
      /** Method and template as the contract has them: `POST /v1/authorizations`. */
      operation: wordOf(120),
      key: wordOf(120),
      /** An error code. */
      error: wordOf(64),
      /** Only requests that held or moved money without an Idempotency-Key. */
      keyless: z.enum(["yes"]),
      idempotencyKey: wordOf(80),
      requestId: wordOf(64),
    },
    sorts: ["request", "status", "duration"],
    read: requestList,
    present: presentRequest,
    csv: REQUEST_CELLS,
  }),
  webhooks: list({
    filters: { status: z.enum(SUBSCRIPTION_STATES), search: SearchField },
    sorts: ["url", "status", "failures"],
    read: subscriptionList,
    present: presentSubscription,
    csv: SUBSCRIPTION_CELLS,
  }),
  deliveries: list({
    filters: {
      /** Of the subscription. */
      id: wordOf(64),
      status: z.enum(DELIVERY_STATES),
      event: z.enum(EVENT_TYPES),
      replay: RecordIdField,
    },
    sorts: ["event", "status", "response"],
    read: deliveryList,
    present: presentListedDelivery,
    csv: DELIVERY_CELLS,
  }),
  events: list({
    filters: { event: z.enum(EVENT_TYPES), record: RecordIdField, ...DAYS },
    sorts: null,
    read: eventList,
    present: presentListedEvent,
    csv: null,
  }),
  settlement: list({
    /** `currency`: what the page is seen in; no address has it. */
    filters: { merchant: MerchantIdField, currency: CurrencyField },
    sorts: ["merchant", "net", "payout"],
    read: batchList,
    present: presentListedBatch,
    csv: BATCH_CELLS,
  }),
  disputes: list({
    filters: { state: z.enum(DISPUTE_STATES), reason: z.enum(DISPUTE_REASONS), merchant: MerchantIdField },
    sorts: ["merchant", "amount"],
    read: disputeList,
    present: presentTenantDispute,
    csv: DISPUTE_CELLS,
  }),
  exports: list({
    filters: {},
    sorts: ["kind", "rows"],
    read: reportFileList,
    present: presentExport,
    csv: null,
  }),
  audit: list({
    /** The address has the part of an action before its dot. */
    filters: { noun: z.string().regex(/^[a-z_]{1,40}$/), actor: wordOf(300) },
    sorts: ["who", "what"],
    read: auditList,
    present: presentAuditRecord,
    csv: AUDIT_CELLS,
  }),
};

interface Wanted {
  readonly tenant: string;
  readonly environment: string;
  readonly list: string;
  readonly filters: Iterable<readonly [string, string]>;
}

export function answerListCsv(headers: Headers, { list, filters, ...place }: Wanted): Promise<Response> {
  return answerStaff(headers, place, (staff) => {
    const values = { ...Object.fromEntries(filters), ...place };
    return openOneOf(TENANT_LISTS, { list, of: `${place.tenant}-${place.environment}`, caller: staff, values });
  });
}
