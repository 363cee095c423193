import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import { listAuthorizations } from "@/server/contracts/rest/authorizations";
import * as contracts from "@/server/contracts/rest/reading-back/records";
import {
  getCaptureRecord,
  getRefundRecord,
  listAuthorizationRecords,
  listCaptureRecords,
  listRefundRecords,
} from "@/server/domain/queries";
import { presentFirstAuthorization } from "@/server/presenters/rest/authorizations";
import { presentPage } from "@/server/presenters/rest/pages";
import { presentCaptureRecord, presentRefundRecord } from "@/server/presenters/rest/records";
import { isSettledAs, readPaymentFilter } from "./read-filter";

export const listAuthorizationsEndpoint = tenantEndpoint({
  contract: listAuthorizations,
  input: ({ query }) => ({ ...readPaymentFilter(query), status: query.status ?? null, isOpen: query.open === true }),
  execute: listAuthorizationRecords,
  present: (page, { now }) =>
    answer(
      200,
      presentPage(page, (row) => presentFirstAuthorization(row, now)),
    ),
});

export const listCapturesEndpoint = tenantEndpoint({
  contract: contracts.listCaptures,
  input: ({ query }) => ({ ...readPaymentFilter(query), isSettled: isSettledAs(query.status) }),
  execute: listCaptureRecords,
  present: (page) => answer(200, presentPage(page, presentCaptureRecord)),
});

export const getCaptureEndpoint = tenantEndpoint({
  contract: contracts.getCapture,
  input: ({ params }) => ({ transactionId: params.id }),
  execute: getCaptureRecord,
  present: (record) => answer(200, presentCaptureRecord(record)),
});

export const listRefundsEndpoint = tenantEndpoint({
  contract: contracts.listRefunds,
  input: ({ query }) => ({ ...readPaymentFilter(query), isSettled: isSettledAs(query.status) }),
  execute: listRefundRecords,
  present: (page) => answer(200, presentPage(page, presentRefundRecord)),
});

export const getRefundEndpoint = tenantEndpoint({
  contract: contracts.getRefund,
  input: ({ params }) => ({ refundId: params.id }),
  execute: getRefundRecord,
  present: (record) => answer(200, presentRefundRecord(record)),
});
