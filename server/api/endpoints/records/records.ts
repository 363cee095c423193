import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import { tenantList } from "@/server/api/kit/list-endpoint";
import { listAuthorizations } from "@/server/contracts/rest/authorizations";
import * as contracts from "@/server/contracts/rest/reading-back/records";
import {
  authorizationRecordList,
  captureList,
  getCaptureRecord,
  getRefundRecord,
  refundList,
} from "@/server/domain/queries";
import { presentFirstAuthorization } from "@/server/presenters/rest/authorizations";
import { presentCaptureRecord, presentRefundRecord } from "@/server/presenters/rest/records";

export const listAuthorizationsEndpoint = tenantList(
  listAuthorizations,
  authorizationRecordList,
  presentFirstAuthorization,
);

export const listCapturesEndpoint = tenantList(contracts.listCaptures, captureList, presentCaptureRecord);

export const getCaptureEndpoint = tenantEndpoint({
  contract: contracts.getCapture,
  input: ({ params }) => params,
  execute: getCaptureRecord,
  present: (record) => answer(200, presentCaptureRecord(record)),
});

export const listRefundsEndpoint = tenantList(contracts.listRefunds, refundList, presentRefundRecord);

export const getRefundEndpoint = tenantEndpoint({
  contract: contracts.getRefund,
  input: ({ params }) => params,
  execute: getRefundRecord,
  present: (record) => answer(200, presentRefundRecord(record)),
});
