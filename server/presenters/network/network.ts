import type { ListedMerchant } from "@/server/domain/merchants";
import type { MerchantMoney, NetworkMember, NetworkMemberPage, UnsettledMoney } from "@/server/domain/queries";
import type { ListedTenant, TenantKey } from "@/server/domain/tenants";
import type { TenantPerson } from "@/server/domain/users";
import { presentCardRecord } from "../rest/members";
import { presentMerchant } from "../rest/merchants";
import { type presentListedBatch, presentMoney } from "../rest/settlement";
import { presentAccount } from "../shared/accounts";
import { presentCsvAmount, presentCsvCell } from "../shared/csv";
import type { Cells } from "../shared/list-csv";
import { presentAmount, presentDate } from "../shared/values";

export function presentListedTenant(tenant: ListedTenant) {
  const { liveAskedAt, liveApprovedAt, createdAt, ...shown } = tenant;
  return {
    ...shown,
    live: liveApprovedAt ? ("approved" as const) : liveAskedAt ? ("asked" as const) : ("sandbox" as const),
    liveAskedAt: presentDate(liveAskedAt),
    liveApprovedAt: presentDate(liveApprovedAt),
    createdAt: presentDate(createdAt),
  };
}

export const TENANT_CELLS: Cells<ReturnType<typeof presentListedTenant>> = {
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
};

/** `liveAskedBy` comes from the audit log, if it still has it. */
export function presentTenantPage(page: {
  readonly tenant: ListedTenant;
  readonly people: readonly TenantPerson[];
  readonly keys: readonly TenantKey[];
  readonly hasDemoLogins: boolean;
  readonly liveAskedBy: string | null;
}) {
  return {
    ...presentListedTenant(page.tenant),
    hasDemoLogins: page.hasDemoLogins,
    liveAskedBy: page.liveAskedBy,
    people: page.people.map(({ since, ...person }) => ({ ...person, since: presentDate(since) })),
    keys: page.keys.map(({ createdAt, lastUsedAt, revokedAt, ...key }) => ({
      ...key,
      createdAt: presentDate(createdAt),
      lastUsedAt: presentDate(lastUsedAt),
      revokedAt: presentDate(revokedAt),
    })),
  };
}

export function presentNetworkMerchant(merchant: ListedMerchant) {
  const { tenantId, tenantSlug, tenantTitle, tenantStatus } = merchant;
  return { ...presentMerchant(merchant), tenantId, tenantSlug, tenantTitle, tenantStatus };
}

export const MERCHANT_CELLS: Cells<ReturnType<typeof presentNetworkMerchant>> = {
  created_utc: ({ createdAt }) => createdAt,
  merchant_id: ({ id }) => presentCsvCell(id),
  merchant: ({ name }) => presentCsvCell(name),
  tenant_id: ({ tenantId }) => presentCsvCell(tenantId),
  tenant: ({ tenantTitle }) => presentCsvCell(tenantTitle),
  status: ({ status }) => presentCsvCell(status),
  category: ({ category }) => presentCsvCell(category),
  same_day_reversal: ({ settings }) => presentCsvCell(settings.isSameDayReversalEnabled ? "yes" : "no"),
};

export function presentMerchantPage(merchant: ListedMerchant, money: readonly MerchantMoney[]) {
  return { ...presentNetworkMerchant(merchant), money: money.map(presentMoney) };
}

export function presentNetworkMember({ createdAt, accounts, ...member }: NetworkMember) {
  return { ...member, createdAt: presentDate(createdAt), accounts: accounts.map(presentAccount) };
}

/** A cell contains all accounts, up to twenty, oldest first: `USD 12.50, EUR 3.00`. */
export const MEMBER_CELLS: Cells<ReturnType<typeof presentNetworkMember>> = {
  created_utc: ({ createdAt }) => createdAt,
  member_id: ({ id }) => presentCsvCell(id),
  member: ({ name }) => presentCsvCell(name),
  tenant: ({ tenantTitle }) => presentCsvCell(tenantTitle),
  available: ({ accounts }) =>
    presentCsvCell(
      accounts.map(({ currency, available }) => `${currency} ${presentCsvAmount(available, currency)}`).join(", "),
    ),
};

export function presentMemberPage({ member, cards, fundings, isShared }: NetworkMemberPage) {
  return {
    ...presentNetworkMember(member),
    cards: cards.map(presentCardRecord),
    fundings: fundings.map(({ amountMinor, createdAt, ...funding }) => ({
      ...funding,
      amount: presentAmount(amountMinor, funding.currency),
      createdAt: presentDate(createdAt),
    })),
    isSandbox: isShared,
  };
}

export const BATCH_CELLS: Cells<ReturnType<typeof presentListedBatch>> = {
  created_utc: ({ createdAt }) => createdAt,
  batch_id: ({ id }) => presentCsvCell(id),
  day: ({ day }) => presentCsvCell(day),
  merchant_id: ({ merchant }) => presentCsvCell(merchant),
  merchant: ({ merchantName }) => presentCsvCell(merchantName),
  tenant: ({ tenantTitle }) => presentCsvCell(tenantTitle),
  currency: ({ currency }) => presentCsvCell(currency),
  lines: ({ captureCount, refundCount }) => presentCsvCell(captureCount + refundCount),
  captured: ({ captured, currency }) => presentCsvAmount(captured, currency),
  refunded: ({ refunded, currency }) => presentCsvAmount(refunded, currency),
  carried_in: ({ carriedIn, currency }) => presentCsvAmount(carriedIn, currency),
  payout: ({ payout, currency }) => presentCsvAmount(payout, currency),
  carried_out: ({ carriedOut, currency }) => presentCsvAmount(carriedOut, currency),
};

export function presentUnsettled({ pendingMinor, carriedMinor, oldestAt, ...row }: UnsettledMoney) {
  return {
    ...row,
    pending: presentAmount(pendingMinor, row.currency),
    carried: presentAmount(carriedMinor, row.currency),
    oldestAt: presentDate(oldestAt),
  };
}
