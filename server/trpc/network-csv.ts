import {
  AuditListInput,
  BatchListInput,
  MemberListInput,
  MerchantListInput,
  RunListInput,
  TenantListInput,
} from "@/server/contracts/portal/network/network";
import type { OperatorCaller } from "@/server/domain/caller";
import { listEngineRuns } from "@/server/domain/engine";
import {
  listAuditRecords,
  listNetworkBatches,
  listNetworkMembers,
  listNetworkMerchants,
} from "@/server/domain/queries";
import { listTenants } from "@/server/domain/tenants";
import {
  NETWORK_BATCHES_CSV,
  NETWORK_MEMBERS_CSV,
  NETWORK_MERCHANTS_CSV,
  RUNS_CSV,
  TENANTS_CSV,
} from "@/server/presenters/network/list-csv";
import { NETWORK_AUDIT_CSV } from "@/server/presenters/shared/audit-csv";
import { answerOperator } from "./csv-file";
import { answerOneOf, fileOf, type ListFile } from "./list-file";
import { batchFilterOf, runFilterOf } from "./network-filters";

const FILES: Readonly<Record<string, ListFile<OperatorCaller>>> = {
  tenants: fileOf(TenantListInput, TENANTS_CSV, (operator, input, order) =>
    listTenants(operator, { ...input, ...order }),
  ),
  merchants: fileOf(MerchantListInput, NETWORK_MERCHANTS_CSV, (operator, input, order) =>
    listNetworkMerchants(operator, { ...input, ...order }),
  ),
  members: fileOf(MemberListInput, NETWORK_MEMBERS_CSV, (operator, { search }, order) =>
    listNetworkMembers(operator, { search, ...order }),
  ),
  settlement: fileOf(BatchListInput, NETWORK_BATCHES_CSV, (operator, input, order) =>
    listNetworkBatches(operator, { ...batchFilterOf(input), ...order }),
  ),
  engine: fileOf(RunListInput, RUNS_CSV, (operator, input, order) =>
    listEngineRuns(operator, { ...runFilterOf(input), ...order }),
  ),
  audit: fileOf(AuditListInput, NETWORK_AUDIT_CSV, (operator, input, order) =>
    listAuditRecords(operator, { ...input, ...order }),
  ),
};

interface Wanted {
  readonly list: string;
  readonly filters: URLSearchParams;
}

export function answerNetworkCsv(headers: Headers, { list, filters }: Wanted): Promise<Response> {
  return answerOperator(headers, filters.get("environment"), (operator) => {
    const values = Object.fromEntries(filters);
    return answerOneOf(FILES, { list, of: `network-${operator.environment}`, caller: operator, zone: "UTC", values });
  });
}
