import { findAnomalies, type NetworkOverview, type TenantInPeriod } from "@/server/domain/queries";
import { presentFigures } from "../shared/figures";
import { presentAmount, presentDate } from "../shared/values";

const APPROVED = "00";

function activityOf({ decisions, attempts }: TenantInPeriod, isCurrent: boolean) {
  const ofPeriod = decisions.filter((one) => one.isCurrent === isCurrent);
  const sent = attempts.find((one) => one.isCurrent === isCurrent);
  const sum = (of: typeof ofPeriod) => of.reduce((total, { count }) => total + count, 0);
  return {
    requested: sum(ofPeriod),
    approved: sum(ofPeriod.filter(({ responseCode }) => responseCode === APPROVED)),
    attempts: sent?.attempts ?? 0,
    arrived: sent?.arrived ?? 0,
  };
}

function presentVolumes({ decisions }: TenantInPeriod) {
  const approved = decisions.filter(({ isCurrent, responseCode }) => isCurrent && responseCode === APPROVED);
  return approved
    .map(({ currency, amountMinor }) => ({ currency, volume: presentAmount(amountMinor, currency) }))
    .sort((a, b) => a.currency.localeCompare(b.currency));
}

function presentTenant(tenant: TenantInPeriod) {
  const [current, before] = [activityOf(tenant, true), activityOf(tenant, false)];
  const { tenantId, slug, title } = tenant;
  return {
    id: tenantId,
    slug,
    title,
    current,
    before,
    volumes: presentVolumes(tenant),
    anomalies: findAnomalies({ current, before }),
  };
}

export function presentNetworkOverview(overview: NetworkOverview) {
  const tenants = overview.tenants.map(presentTenant);
  return {
    ...presentFigures(overview),
    countedUntil: presentDate(overview.countedUntil),
    tenants: tenants.sort(
      (a, b) => b.anomalies.length - a.anomalies.length || b.current.requested - a.current.requested,
    ),
  };
}
