import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { judgeLink, type ReportFileRow, type ReportLink, stateAt } from "./report-file";

const open = promisify(gunzip);

export interface OpenedReport {
  readonly file: ReportFileRow;
  readonly text: AsyncGenerator<string>;
}

/** The link alone gives access. */
export async function openReportFile(
  link: ReportLink,
  input: { readonly now: Date },
): Promise<OpenedReport | "wrong" | "expired" | "gone"> {
  const worth = judgeLink(link, input.now);
  if (worth !== "good") return worth;
  const [file] = await query<ReportFileRow>(getPool(), sql`SELECT * FROM report_files WHERE id = ${link.fileId}`);
  if (!file || stateAt(file, input.now) !== "done") return "gone";
  return { file, text: readParts(file) };
}

/** Throws if a part is missing, so that a truncated file doesn't look complete. */
async function* readParts({ id, partCount }: ReportFileRow): AsyncGenerator<string> {
  for (let number = 0; number < partCount; number += 1) {
    const [part] = await query<{ content: Buffer }>(
      getPool(),
      sql`SELECT content FROM report_file_parts WHERE file_id = ${id} AND number = ${number}`,
    );
    if (!part) throw new Error("a part of a report’s file is gone");
    yield (await open(part.content)).toString("utf8");
  }
}
