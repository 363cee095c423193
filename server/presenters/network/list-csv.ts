import { presentCsvAmount, presentCsvCell } from "../shared/csv";
import { presentListCsv } from "../shared/list-csv";
import { presentListedTenant, presentNetworkBatch, presentNetworkMember, presentNetworkMerchant } from "./network";
import { presentRun } from "./running";

const onOff = (isOn: boolean) => presentCsvCell(isOn ? "yes" : "no");

export const TENANTS_CSV = presentListCsv(presentListedTenant, {
  created_utc: ({ createdAt }) => createdAt,
  tenant_id: ({ id }) => presentCsvCell(id),
  slug: ({ slug }) => presentCsvCell(slug),
  tenant: ({ title }) => presentCsvCell(title),
  status: ({ status }) => presentCsvCell(status),
  live: ({ live }) => presentCsvCell(live),
  tier: ({ rateLimitTier }) => presentCsvCell(rateLimitTier),
  merchants: ({ merchantCount }) => presentCsvCell(merchantCount),
  members: ({ memberCount }) => presentCsvCell(memberCount),
  keys: ({ keyCount }) => presentCsvCell(keyCount),
});

export const NETWORK_MERCHANTS_CSV = presentListCsv(presentNetworkMerchant, {
  created_utc: ({ createdAt }) => createdAt,
  merchant_id: ({ id }) => presentCsvCell(id),
  merchant: ({ name }) => presentCsvCell(name),
  tenant_id: ({ tenantId }) => presentCsvCell(tenantId),
  tenant: ({ tenantTitle }) => presentCsvCell(tenantTitle),
  status: ({ status }) => presentCsvCell(status),
  category: ({ category }) => presentCsvCell(category),
  same_day_reversal: ({ isSameDayReversalEnabled }) => onOff(isSameDayReversalEnabled),
});

/** A cell contains all accounts, up to twenty, oldest first: `USD 12.50, EUR 3.00`. */
export const NETWORK_MEMBERS_CSV = presentListCsv(presentNetworkMember, {
  created_utc: ({ createdAt }) => createdAt,
  member_id: ({ id }) => presentCsvCell(id),
  member: ({ name }) => presentCsvCell(name),
  tenant: ({ tenantTitle }) => presentCsvCell(tenantTitle),
  available: ({ accounts }) =>
    presentCsvCell(
      accounts.map(({ currency, available }) => `${currency} ${presentCsvAmount(available, currency)}`).join(", "),
    ),
});

export const NETWORK_BATCHES_CSV = presentListCsv(presentNetworkBatch, {
  created_utc: ({ createdAt }) => createdAt,
  batch_id: ({ id }) => presentCsvCell(id),
  day: ({ day }) => presentCsvCell(day),
  merchant_id: ({ merchantId }) => presentCsvCell(merchantId),
  merchant: ({ merchant }) => presentCsvCell(merchant),
  tenant: ({ tenant }) => presentCsvCell(tenant),
  currency: ({ currency }) => presentCsvCell(currency),
  lines: ({ lines }) => presentCsvCell(lines),
  captured: ({ captured, currency }) => presentCsvAmount(captured, currency),
  refunded: ({ refunded, currency }) => presentCsvAmount(refunded, currency),
  carried_in: ({ carriedIn, currency }) => presentCsvAmount(carriedIn, currency),
  payout: ({ payout, currency }) => presentCsvAmount(payout, currency),
  carried_out: ({ carriedOut, currency }) => presentCsvAmount(carriedOut, currency),
});

export const RUNS_CSV = presentListCsv(presentRun, {
  began_utc: ({ createdAt }) => createdAt,
  run_id: ({ id }) => presentCsvCell(id),
  function: ({ name }) => presentCsvCell(name),
  state: ({ state }) => presentCsvCell(state),
  attempt: ({ attempt }) => presentCsvCell(attempt),
  next_utc: ({ nextAt }) => presentCsvCell(nextAt),
  ended_utc: ({ endedAt }) => presentCsvCell(endedAt),
  error: ({ error }) => presentCsvCell(error),
});
