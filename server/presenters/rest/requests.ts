import type { RequestRecord } from "@/server/domain/request-log";
import { presentDate } from "../shared/values";

export function presentRequestRecord({
  createdAt,
  merchantId: merchant,
  tenantId: _,
  environment: _e,
  address: _a,
  ...record
}: RequestRecord) {
  return { ...record, merchant, createdAt: presentDate(createdAt) };
}
