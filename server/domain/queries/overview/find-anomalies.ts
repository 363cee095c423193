/** What a tenant did in a period, or in as much of the one before. */
interface Activity {
  readonly requested: number;
  readonly approved: number;
  /** To deliver its webhooks. */
  readonly attempts: number;
  readonly arrived: number;
}

export interface TenantActivity {
  readonly current: Activity;
  readonly before: Activity;
}

/**
 * What an operator should look into: nothing comes any more, far more comes than before, fewer are approved than before,
 * webhooks don't arrive.
 */
export type Anomaly = "silent" | "surge" | "approvals_dropped" | "webhooks_failing";

/** Fewer than these are weather. */
const MIN_PAYMENTS = 20;
const MIN_ATTEMPTS = 20;
const MIN_SURGE = 100;

const SURGE = 5;
/** Of the approval rate: 15 points. */
const DROP = 0.15;
const GOOD_DELIVERY = 0.9;

/** The worst first. */
export function findAnomalies({ current, before }: TenantActivity): Anomaly[] {
  const found: Anomaly[] = [];
  if (before.requested >= MIN_PAYMENTS && current.requested === 0) found.push("silent");
  if (
    Math.min(before.requested, current.requested) >= MIN_PAYMENTS &&
    before.approved / before.requested - current.approved / current.requested > DROP
  ) {
    found.push("approvals_dropped");
  }
  if (current.attempts >= MIN_ATTEMPTS && current.arrived < GOOD_DELIVERY * current.attempts) {
    found.push("webhooks_failing");
  }
  // Who has only just begun has nothing to be compared with.
  const isNew = before.requested === 0;
  if (!isNew && current.requested >= MIN_SURGE && current.requested >= SURGE * before.requested) found.push("surge");
  return found;
}
