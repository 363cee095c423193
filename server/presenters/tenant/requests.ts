import type { RequestDetail } from "@/server/domain/queries";
import type { GroupedErrors, RequestRecord } from "@/server/domain/request-log";
import { presentDate } from "../shared/values";

export function presentRequest({ createdAt, tenantId: _, environment: _e, ...record }: RequestRecord) {
  return { ...record, createdAt: presentDate(createdAt) };
}

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
