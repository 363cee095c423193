interface Activity {
  readonly requested: number;
  readonly approved: number;
  readonly attempts: number;
  readonly arrived: number;
}

export interface TenantActivity {
  readonly current: Activity;
  readonly before: Activity;
}

/** No payments anymore, far more than before, a lower approval rate than before, or failing webhooks. */
export type Anomaly = "silent" | "surge" | "approvals_dropped" | "webhooks_failing";

/** Below these, differences are noise. */
const MIN_PAYMENTS = 20;
const MIN_ATTEMPTS = 20;
const MIN_SURGE = 100;

const SURGE = 5;
/** 15 points of the approval rate. */
const DROP = 0.15;
const GOOD_DELIVERY = 0.9;

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
  const isNew = before.requested === 0;
  if (!isNew && current.requested >= MIN_SURGE && current.requested >= SURGE * before.requested) found.push("surge");
  return found;
}
