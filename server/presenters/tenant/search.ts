import type { findRecords } from "@/server/domain/queries";
import { presentTenantAuthorization } from "./authorizations";

export function presentFoundRecords({ authorizations, records }: Awaited<ReturnType<typeof findRecords>>, now: Date) {
  return { authorizations: authorizations.map((item) => presentTenantAuthorization(item, now)), records };
}
