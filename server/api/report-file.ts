import { readInTurn } from "@/server/domain/read-for-page";
import { type OpenedReport, openReportFile } from "@/server/domain/report-files";
import { now } from "@/server/platform/clock";
import { clientNetwork, currentConnection } from "@/server/platform/connection";

const REFUSALS = {
  wrong: [403, "This link isn’t one of ours, or isn’t whole. Copy all of the report’s fileUrl."],
  expired: [410, "This link has expired. Get the report again: each answer has a new link."],
  gone: [410, "This report’s file is no longer kept. Ask for the report again."],
} as const;

interface Wanted {
  readonly id: string;
  readonly search: URLSearchParams;
}

export async function answerReportFile(headers: Headers, { id, search }: Wanted): Promise<Response> {
  const link = { fileId: id, expires: search.get("expires") ?? "", signature: search.get("signature") ?? "" };
  const address = clientNetwork(headers.get("x-forwarded-for"), currentConnection());
  const opened = await readInTurn(address, () => openReportFile(link, { now: now() }));
  if (typeof opened === "string") {
    const [status, words] = REFUSALS[opened];
    return new Response(words, {
      status,
      headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
    });
  }
  return new Response(bytesOf(opened, address), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${nameOf(opened)}"`,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  });
}

function nameOf({ file: { kind, environment, createdFrom, createdBefore } }: OpenedReport): string {
  const [from, before] = [createdFrom, createdBefore].map((at) => at.toISOString().slice(0, 16).replace(":", ""));
  return `${kind}-${environment}-${from}-${before}.csv`;
}

function bytesOf({ text }: OpenedReport, address: string | null): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await readInTurn(address, () => text.next());
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await text.return(undefined);
    },
  });
}
