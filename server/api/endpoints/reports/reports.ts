import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import { tenantList } from "@/server/api/kit/list-endpoint";
import * as contracts from "@/server/contracts/rest/reading-back/reports";
import { reportFileList } from "@/server/domain/queries";
import { getReportFile, requestReportFile } from "@/server/domain/report-files";
import { presentReportFile } from "@/server/presenters/rest/reports";

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

export const listReportsEndpoint = tenantList(contracts.listReports, reportFileList, presentReportFile);

export const getReportEndpoint = tenantEndpoint({
  contract: contracts.getReport,
  input: ({ params }) => ({ id: params.id }),
  execute: getReportFile,
  present: (file) => answer(200, presentReportFile(file)),
});
