import { pageOf } from "@/server/domain/list";
import { batchLineList, getBatchRecord } from "@/server/domain/queries";
import { STATEMENT_CSV } from "@/server/presenters/tenant/statement-csv";
import { csvFile } from "./csv-file";
import { answerStaff } from "./file-answer";

const LINES_AT_ONCE = 1_000;

interface Wanted {
  readonly tenant: string;
  readonly environment: string;
  readonly id: string;
}

export function answerStatementCsv(headers: Headers, { id, ...place }: Wanted): Promise<Response> {
  return answerStaff(headers, place, async (staff) => {
    const batch = await getBatchRecord(staff, { id });
    const list = batchLineList(staff, batch);
    const part = async (startingAfter: string | null) => {
      const { items, hasMore } = await pageOf(list, { limit: LINES_AT_ONCE, startingAfter });
      const text = items.map((line) => STATEMENT_CSV.line(line, staff.now)).join("");
      return { text, next: hasMore ? (items.at(-1)?.id ?? null) : null };
    };
    const name = `settlement-${batch.settledDay.toISOString().slice(0, 10)}-${batch.id}.csv`;
    return csvFile(name, STATEMENT_CSV.head, part);
  });
}
