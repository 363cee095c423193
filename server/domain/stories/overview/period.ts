import { DAY_MS, dayOf, HOUR_MS, hourOf } from "@/server/platform/clock";

export type OverviewPeriod = "24h" | "7d" | "30d";

const SHAPES = {
  "24h": { unit: "hour", stepMs: HOUR_MS, steps: 24 },
  "7d": { unit: "day", stepMs: DAY_MS, steps: 7 },
  "30d": { unit: "day", stepMs: DAY_MS, steps: 30 },
} as const;

/** A period that ends with the hour or the UTC day under way, and the one before it. */
export interface Spans {
  readonly unit: "hour" | "day";
  /** Beginnings of the period's hours or days, the last under way. */
  readonly buckets: readonly Date[];
  /** As many of the period before. */
  readonly beforeBuckets: readonly Date[];
  readonly start: Date;
  readonly beforeStart: Date;
  /** As much of the period before as there is of this one, to the hour. */
  readonly beforeLastHour: Date;
}

export function spansOf(period: OverviewPeriod, now: Date): Spans {
  const { unit, stepMs, steps } = SHAPES[period];
  const current = unit === "hour" ? hourOf(now) : dayOf(now);
  const start = new Date(current.getTime() - (steps - 1) * stepMs);
  const lengthMs = steps * stepMs;
  const beforeStart = new Date(start.getTime() - lengthMs);
  const bucketsFrom = (at: Date) => Array.from({ length: steps }, (_, step) => new Date(at.getTime() + step * stepMs));
  return {
    unit,
    buckets: bucketsFrom(start),
    beforeBuckets: bucketsFrom(beforeStart),
    start,
    beforeStart,
    beforeLastHour: new Date(hourOf(now).getTime() - lengthMs),
  };
}
