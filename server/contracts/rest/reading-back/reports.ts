import { z } from "zod";
import { CurrencyField, DateTimeField, growing, listedId, RecordIdField } from "@/server/contracts/fields";
import { created, defineOperation, GET, ok, page } from "../operation";
import { MerchantFilter, pageInQuery, pageOf } from "./list-fields";

export const REPORT_KINDS = ["payments", "settlement", "balance", "accounts", "account_entries", "fundings"] as const;
const REPORT_STATUSES = ["pending", "running", "done", "failed", "expired"] as const;

const kind = {
  description:
    "`payments`: an authorization a line, with what was captured and reversed of it. `settlement`: a line of a batch that was closed in the span. `balance`: an entry of a merchant’s balance, with the opening and closing balances of the span. `accounts`: a member’s account, with its balances at the span’s beginning and end. `account_entries`: an entry of a member’s account, with the opening and closing balances of the span. `fundings`: money that came to a member or a float, or was taken back.",
};

const CreateReportBody = z
  .object({
    kind: growing(REPORT_KINDS, kind),
    created: z.object({ gte: DateTimeField, lt: DateTimeField.optional() }).meta({
      description: "From `gte` to before `lt`, at most a year. `lt` can’t be in the future and defaults to now.",
    }),
    merchant: MerchantFilter,
    currency: CurrencyField.optional(),
  })
  .meta({ id: "CreateReport" });

const ReportFile = z
  .strictObject({
    id: listedId("reportId"),
    reportId: RecordIdField,
    kind: growing(REPORT_KINDS, kind),
    format: growing(["csv"], { description: "UTF-8, with a header line." }),
    created: z.strictObject({ gte: DateTimeField, lt: DateTimeField }),
    merchant: RecordIdField.nullable(),
    currency: CurrencyField.nullable(),
    status: growing(REPORT_STATUSES, {
      description: "`failed`: request it again. `expired`: it was done, and its file has been deleted.",
    }),
    progress: z.strictObject({
      rows: z.int().meta({ description: "Written so far." }),
      of: z.int().nullable().meta({ description: "Rows expected in total; null if not counted." }),
    }),
    bytes: z.int().nullable().meta({ description: "Size of the file; null until it is done." }),
    fileUrl: z.string().nullable().meta({
      description:
        "A link to the finished file. It works without a key for 15 minutes, so treat it as a secret; each response has a new one.",
    }),
    fileUrlExpiresAt: DateTimeField.nullable(),
    requestedBy: z
      .enum(["key", "person"])
      .meta({ description: "Who requested it: an API key, or a person in the console." }),
    createdAt: DateTimeField,
    finishedAt: DateTimeField.nullable(),
    expiresAt: DateTimeField.meta({
      description: "When the file is deleted: after 7 days by default.",
    }),
  })
  .meta({ id: "Report" });

const ReportFileList = pageOf("ReportList", ReportFile);

const asked = {
  kind: "payments" as const,
  created: { gte: "2026-01-01T00:00:00.000Z", lt: "2026-02-01T00:00:00.000Z" },
};
const pendingExample = {
  id: "5Rp2bnXLLvtSExkrx",
  reportId: "5Rp2bnXLLvtSExkrx",
  ...asked,
  format: "csv" as const,
  merchant: null,
  currency: null,
  status: "pending" as const,
  progress: { rows: 0, of: null },
  bytes: null,
  fileUrl: null,
  fileUrlExpiresAt: null,
  requestedBy: "key" as const,
  createdAt: "2026-02-01T06:00:00.000Z",
  finishedAt: null,
  expiresAt: "2026-02-08T06:00:00.000Z",
};
const doneExample = {
  ...pendingExample,
  status: "done" as const,
  progress: { rows: 48_210, of: 48_210 },
  bytes: 7_912_004,
  fileUrl: `https://network.example.com/files/reports/${pendingExample.reportId}?expires=1769926500&signature=0f5f2c47c1e84a3e9b6f6c1d2a7e4b90`,
  fileUrlExpiresAt: "2026-02-01T06:15:00.000Z",
  finishedAt: "2026-02-01T06:00:09.000Z",
};

const shared = { tag: "Reports", auth: "tenant" } as const;

export const createReport = defineOperation({
  ...shared,
  id: "createReport",
  method: "POST",
  path: "/v1/reports",
  summary: "Create a report",
  description:
    "Prepares a file of all records in a time span in the background. Get the report until its status is `done`, then download the file from its `fileUrl`. A report up to now starts half a minute later, so that it includes requests in progress. At most 5 can be in progress at once.",
  idempotency: "required",
  body: { schema: CreateReportBody, example: asked },
  responses: created("Accepted. The report is made in the background.", ReportFile, pendingExample),
  errors: ["invalid_reference", "report_limit_reached"],
});

export const listReports = defineOperation({
  ...shared,
  id: "listReports",
  ...GET,
  path: "/v1/reports",
  summary: "List reports",
  description: "Reports requested through the API or in the console, newest first.",
  query: z.object(pageInQuery),
  responses: page(ReportFileList, [doneExample]),
  errors: ["invalid_reference"],
});

export const getReport = defineOperation({
  ...shared,
  id: "getReport",
  ...GET,
  path: "/v1/reports/{id}",
  summary: "Get a report",
  description: "Returns the report’s progress and, once it’s done, a link to its file that works for 15 minutes.",
  params: z.object({ id: z.string().meta({ description: "The reportId.", examples: [doneExample.reportId] }) }),
  responses: ok("The report.", ReportFile, doneExample),
  errors: ["report_not_found"],
});
