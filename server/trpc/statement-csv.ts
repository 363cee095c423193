import { getStatement, type Statement } from "@/server/domain/queries";
import { CSV_HEAD, presentCsvLines } from "@/server/presenters/tenant/statement-csv";
import { answerCsv, answerStaff } from "./csv-file";

const LINES_AT_ONCE = 1_000;

interface Wanted {
  readonly tenant: string;
  readonly environment: string;
  readonly id: string;
}

export function answerStatementCsv(headers: Headers, { id, ...place }: Wanted): Promise<Response> {
  return answerStaff(headers, place, async (staff) => {
    const read = (after: Statement["next"]) => getStatement(staff, { id, limit: LINES_AT_ONCE, after });
    const first = await read(null);
    const { currency, settledDay } = first.batch;
    const partOf = ({ lines, next }: Statement) => ({ text: presentCsvLines(lines, currency), next });
    const name = `settlement-${settledDay.toISOString().slice(0, 10)}-${first.batch.id}.csv`;
    const { text, next } = partOf(first);
    return answerCsv(name, { text: CSV_HEAD + text, next }, async (after) => partOf(await read(after)));
  });
}
