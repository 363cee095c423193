import { collectDefaultMetrics } from "prom-client";
import { findVitals } from "@/server/domain/vitals";
import { isEqualConstantTime } from "@/server/platform/crypto";
import { getEnv, isPublicUrlLocal } from "@/server/platform/env";
import { metrics } from "@/server/platform/metrics";
import { writeVitals } from "./vital-gauges";

interface Source {
  readAll: (() => Promise<string>) | null;
  isNodeWatched: boolean;
}

const source: Source = { readAll: null, isNodeWatched: false };

/** For composition roots: several processes share one port, and whichever is asked answers for all. */
export function bindMetricsOfAll(readAll: () => Promise<string>): void {
  source.readAll = readAll;
}

/** Also called by processes whose metrics are read through another. */
export function watchNode(): void {
  if (source.isNodeWatched) return;
  source.isNodeWatched = true;
  collectDefaultMetrics({ register: metrics().registry });
}

/**
 * All metrics in Prometheus's format: process counters, then figures from the database. Each part has a time limit; the
 * database's figures are left out if it doesn't answer.
 */
export async function writeMetrics(): Promise<string> {
  watchNode();
  const [counted, vitals] = await Promise.all([source.readAll?.() ?? metrics().registry.metrics(), findVitals()]);
  return `${counted.trimEnd()}\n\n${await writeVitals(vitals)}`;
}

const BEARER = /^Bearer +(\S+)$/i;

/**
 * Whether the caller sent METRICS_TOKEN. Without a token configured, only this machine may read, and only if PUBLIC_URL is
 * local, since a reverse proxy on this machine looks like a local caller. Metrics show how much money moves, so they are never
 * public.
 */
export function mayReadMetrics(authorization: string | null, isFromThisMachine: boolean): boolean {
  const { METRICS_TOKEN: token } = getEnv();
  if (!token) return isFromThisMachine && isPublicUrlLocal();
  const [, sent] = BEARER.exec(authorization ?? "") ?? [];
  return sent !== undefined && isEqualConstantTime(sent, token);
}
