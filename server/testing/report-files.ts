import { text } from "node:stream/consumers";
import { answerReportFile } from "@/server/api/report-file";
import type { Environment } from "@/server/domain/caller";
import { type ReportFileRow, type ReportKind, reportsIn, requestReportFile } from "@/server/domain/report-files";
import { now } from "@/server/platform/clock";
import type { RecordId } from "@/server/platform/ids";
import type { TenantId } from "@/server/platform/noun-ids";
import { REPORT_CSV } from "@/server/presenters/rest/report-csv";
import { DAY_MS } from "./clock";
import { tenantCaller } from "./factories/callers";
import { finishJobs } from "./long-jobs";

interface OfTenant {
  readonly id: TenantId;
  readonly environment: Environment;
  readonly apiKeyId: RecordId;
}

export const reports = reportsIn(REPORT_CSV);

export function createTestReportFile(tenant: OfTenant, kind: ReportKind = "payments"): Promise<ReportFileRow> {
  const createdFrom = new Date(now().getTime() - DAY_MS);
  const input = { kind, createdFrom, createdBefore: null, merchant: null, currency: null };
  return requestReportFile(tenantCaller(tenant), input, null);
}

/** Makes all due reports to their end, `size` lines at a time, without an engine. */
export async function makeReportFiles({ size = 1_000 }: { readonly size?: number } = {}): Promise<number> {
  return finishJobs(reports, { size });
}

export async function download(url: string): Promise<{ readonly status: number; readonly text: string }> {
  const { pathname, searchParams: search } = new URL(url);
  const answer = await answerReportFile(new Headers(), { id: pathname.split("/").at(-1) ?? "", search });
  return { status: answer.status, text: answer.body ? await text(answer.body) : "" };
}
