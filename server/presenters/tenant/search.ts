import type { findRecords } from "@/server/domain/queries";
import { presentTenantAuthorization } from "./authorizations";

/** Authorizations as their list has them; of all else what it is called. */
export function presentFoundRecords({ authorizations, records }: Awaited<ReturnType<typeof findRecords>>, now: Date) {
  return { authorizations: authorizations.map((item) => presentTenantAuthorization(item, now)), records };
}
