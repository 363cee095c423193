import { Gauge, Registry } from "prom-client";
import type { Vitals } from "@/server/domain/vitals";

const GAUGES: Readonly<
  Record<string, { readonly help: string; values(vitals: Vitals): Record<string, number | null> }>
> = {
  deliveries: {
    help: "Webhook deliveries on their way, by state, each counted to 10,000.",
    values: ({ deliveries: { due, underWay, waiting, deferred } }) => ({ due, under_way: underWay, waiting, deferred }),
  },
  deliveries_overdue: {
    help: "Webhook deliveries that have been due for more than a minute, counted to 10,000.",
    values: ({ deliveries }) => ({ "": deliveries.overdue }),
  },
  deliveries_oldest_due_seconds: {
    help: "For how long a webhook delivery has been due.",
    values: ({ deliveries }) => ({ "": deliveries.oldestDueSeconds }),
  },
  engine_lag_seconds: {
    help: "For how long a background job, schedule, or event has been due.",
    values: ({ engine }) => ({ "": engine?.lagSeconds ?? null }),
  },
  engine_jobs: {
    help: "Background jobs by state, each counted to 10,000.",
    values: ({ engine }) => (engine ? { due: engine.due, under_way: engine.underWay, waiting: engine.waiting } : {}),
  },
  engine_events_unrouted: {
    help: "Events that no background function has been started for yet, counted to 10,000.",
    values: ({ engine }) => ({ "": engine?.events ?? null }),
  },
  engine_runs_failed_day: {
    help: "Runs of background functions that failed in the last 24 hours, counted to 10,000.",
    values: ({ engine }) => ({ "": engine?.failedToday ?? null }),
  },
  hold_expiry_lag_seconds: {
    help: "For how long money has been held beyond its time.",
    values: ({ expiryLagSeconds }) => ({ "": expiryLagSeconds }),
  },
  books_proved_timestamp_seconds: {
    help: "When the books were last proved; absent if not in the last three days.",
    values: ({ lastProof }) => ({ "": lastProof ? lastProof.at.getTime() / 1_000 : null }),
  },
  books_breached_checks: {
    help: "Checks of the last proof of the books that found something.",
    values: ({ lastProof }) => ({ "": lastProof?.breached ?? null }),
  },
  books_unsealed_seconds: {
    help: "For how long the oldest entry or audit record that no block seals has been there.",
    values: ({ unsealedSeconds }) => ({ "": unsealedSeconds }),
  },
  emails_waiting: {
    help: "Emails that are not sent yet, counted to 10,000.",
    values: ({ emails }) => ({ "": emails.waiting }),
  },
  emails_oldest_due_seconds: {
    help: "For how long an email has been due.",
    values: ({ emails }) => ({ "": emails.oldestDueSeconds }),
  },
  database_bytes: {
    help: "What the database takes on disk.",
    values: ({ databaseBytes }) => ({ "": databaseBytes }),
  },
};

/** In Prometheus's format. Every process reports the same values, so aggregate them with max(), not sum(). */
export async function writeVitals(vitals: Vitals | null): Promise<string> {
  const registry = new Registry();
  const up = { name: "closed_loop_vitals_up", help: "1 if the database said how the rest of these are." };
  new Gauge({ ...up, registers: [registry] }).set(vitals ? 1 : 0);
  for (const [name, { help, values }] of vitals ? Object.entries(GAUGES) : []) {
    const byState = Object.entries(vitals ? values(vitals) : {}).filter(([, value]) => value !== null);
    const isPlain = byState.some(([state]) => state === "");
    if (byState.length === 0) continue;
    const labelNames = isPlain ? [] : ["state"];
    const gauge = new Gauge({ name: `closed_loop_${name}`, help, labelNames, registers: [registry] });
    for (const [state, value] of byState) gauge.set(isPlain ? {} : { state }, value ?? 0);
  }
  return await registry.metrics();
}
