import type { RequestDetail } from "@/server/domain/queries";
import type { GroupedErrors, RequestRecord } from "@/server/domain/request-log";
import { presentRequestRecord } from "../rest/requests";
import { presentCsvCell } from "../shared/csv";
import type { Cells } from "../shared/list-csv";
import { presentDate } from "../shared/values";

export function presentRequest(request: RequestRecord) {
  return { ...presentRequestRecord(request), address: request.address };
}

export const REQUEST_CELLS: Cells<ReturnType<typeof presentRequest>> = {
  created_utc: ({ createdAt }) => createdAt,
  request_id: ({ id }) => presentCsvCell(id),
  method: ({ method }) => presentCsvCell(method),
  path: ({ path }) => presentCsvCell(path),
  status: ({ status }) => presentCsvCell(status),
  error_code: ({ errorCode }) => presentCsvCell(errorCode),
  is_replay: ({ isReplay }) => presentCsvCell(isReplay ? "yes" : "no"),
  duration_ms: ({ durationMs }) => presentCsvCell(durationMs),
  key_id: ({ keyId }) => presentCsvCell(keyId),
  merchant_id: ({ merchant }) => presentCsvCell(merchant),
  idempotency_key: ({ idempotencyKey }) => presentCsvCell(idempotencyKey),
  moved_money_without_key: ({ isKeyless }) => presentCsvCell(isKeyless ? "yes" : "no"),
};

export function presentRequestDetail({ record, bodies, answer, authorizationId }: RequestDetail) {
  return {
    ...presentRequest(record),
    authorizationId,
    bodies,
    answer: answer && { ...answer, createdAt: presentDate(answer.createdAt) },
  };
}

export function presentErrors({ groups, isCut }: GroupedErrors) {
  return { groups: groups.map(({ lastAt, ...group }) => ({ ...group, lastAt: presentDate(lastAt) })), isCut };
}
