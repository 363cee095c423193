import { toUserCaller } from "@/server/auth/session";
import { EnvironmentField } from "@/server/contracts/portal/shared/pages";
import { DomainError } from "@/server/domain/errors";
import { getStatement, type Statement } from "@/server/domain/stories";
import { actAsStaff } from "@/server/domain/users";
import { CSV_HEAD, presentCsvLines } from "@/server/presenters/tenant/statement-csv";
import { createContext } from "./context";

const LINES_AT_ONCE = 1_000;

interface Wanted {
  readonly tenant: string;
  readonly environment: string;
  readonly id: string;
}

/**
 * A statement as a file, for anyone who may read its page: every line of the batch, read as fast as it is taken. Anyone
 * else gets a 404.
 */
export async function answerStatementCsv(headers: Headers, wanted: Wanted): Promise<Response> {
  const read = await openStatement(headers, wanted);
  if (!read) return new Response("There is nothing at this URL.", { status: 404 });
  const first = await read(null);
  const encoder = new TextEncoder();
  const { currency, id, settledDay } = first.batch;
  const encode = ({ lines }: Statement) => encoder.encode(presentCsvLines(lines, currency));
  let next = first.next;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(CSV_HEAD));
      controller.enqueue(encode(first));
      if (!next) controller.close();
    },
    async pull(controller) {
      if (!next) return;
      const page = await read(next);
      next = page.next;
      controller.enqueue(encode(page));
      if (!next) controller.close();
    },
  });
  const name = `settlement-${settledDay.toISOString().slice(0, 10)}-${id}.csv`;
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/** Null: not signed in, not of this tenant, or there is no such batch. */
async function openStatement(headers: Headers, { tenant, environment, id }: Wanted) {
  const context = createContext(headers);
  const signedIn = await context.findSignedIn();
  const parsed = EnvironmentField.safeParse(environment);
  if (!signedIn || signedIn.needsSecondFactor || !parsed.success) return null;
  try {
    const staff = await actAsStaff(toUserCaller(signedIn, context.requestId), { tenant, environment: parsed.data });
    const read = (after: Statement["next"]) => getStatement(staff, { id, limit: LINES_AT_ONCE, after });
    await getStatement(staff, { id, limit: 1, after: null });
    return read;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
