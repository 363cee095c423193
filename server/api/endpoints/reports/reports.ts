import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import * as contracts from "@/server/contracts/rest/reading-back/reports";
import { getReportFile, listOwnReportFiles, requestReportFile } from "@/server/domain/report-files";
import { presentPage } from "@/server/presenters/rest/pages";
import { presentReportFile } from "@/server/presenters/rest/reports";
import { readPosition } from "../records/read-filter";

export const createReportEndpoint = tenantEndpoint({
  contract: contracts.createReport,
  input: ({ body: { kind, created, merchant = null, currency = null } }) => ({
    kind,
    merchant,
    currency,
    createdFrom: new Date(created.gte),
    createdBefore: created.lt === undefined ? null : new Date(created.lt),
  }),
  execute: requestReportFile,
  present: (file) => answer(201, presentReportFile(file)),
});

export const listReportsEndpoint = tenantEndpoint({
  contract: contracts.listReports,
  input: ({ query }) => readPosition(query),
  execute: listOwnReportFiles,
  present: (page) => answer(200, presentPage(page, presentReportFile)),
});

export const getReportEndpoint = tenantEndpoint({
  contract: contracts.getReport,
  input: ({ params }) => ({ id: params.id }),
  execute: getReportFile,
  present: (file) => answer(200, presentReportFile(file)),
});
