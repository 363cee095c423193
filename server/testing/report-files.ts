import { text } from "node:stream/consumers";
import { answerReportFile } from "@/server/api/report-file";
import type { Environment } from "@/server/domain/caller";
import {
  advanceReportFile,
  bindReportQueue,
  handOverReportFiles,
  type ReportFileRow,
  type ReportKind,
  requestReportFile,
} from "@/server/domain/report-files";
import { now } from "@/server/platform/clock";
import type { RecordId } from "@/server/platform/ids";
import type { TenantId } from "@/server/platform/noun-ids";
import { REPORT_CSV } from "@/server/presenters/rest/report-csv";
import { DAY_MS } from "./clock";
import { tenantCaller } from "./factories/callers";
import { handOverToNone } from "./hand-over-to-none";

interface OfTenant {
  readonly id: TenantId;
  readonly environment: Environment;
  readonly apiKeyId: RecordId;
}

export function createTestReportFile(tenant: OfTenant, kind: ReportKind = "payments"): Promise<ReportFileRow> {
  const createdFrom = new Date(now().getTime() - DAY_MS);
  const input = { kind, createdFrom, createdBefore: null, merchant: null, currency: null };
  return requestReportFile(tenantCaller(tenant), input, null);
}

/** Makes all due reports to their end, `page` lines at a time, without an engine. */
export async function makeReportFiles({ page = 1_000 }: { readonly page?: number } = {}): Promise<number> {
  const begun = await handOverToNone({ work: "reports", bind: bindReportQueue, handOver: handOverReportFiles });
  for (const one of begun) {
    for (let isMore = true; isMore; ) ({ isMore } = await advanceReportFile(one, REPORT_CSV, { stepMs: 0, page }));
  }
  return begun.length;
}

export async function download(url: string): Promise<{ readonly status: number; readonly text: string }> {
  const { pathname, searchParams: search } = new URL(url);
  const answer = await answerReportFile({ id: pathname.split("/").at(-1) ?? "", search });
  return { status: answer.status, text: answer.body ? await text(answer.body) : "" };
}
