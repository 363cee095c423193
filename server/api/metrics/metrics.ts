import { collectDefaultMetrics } from "prom-client";
import { findVitals } from "@/server/domain/vitals";
import { isEqualConstantTime } from "@/server/platform/crypto";
import { getEnv, isPublicUrlLocal } from "@/server/platform/env";
import { metrics } from "@/server/platform/metrics";
import { writeVitals } from "./vital-gauges";

interface Source {
  /** Counts of all processes of this start; null if this process is the only one. */
  readAll: (() => Promise<string>) | null;
  /** Node's own figures are collected from the first time that someone asks. */
  isNodeWatched: boolean;
}

const source: Source = { readAll: null, isNodeWatched: false };

/** For composition roots: several processes answer at one port, and whichever is asked answers for all. */
export function bindMetricsOfAll(readAll: () => Promise<string>): void {
  source.readAll = readAll;
}

/** Also by a process that another is asked through. */
export function watchNode(): void {
  if (source.isNodeWatched) return;
  source.isNodeWatched = true;
  collectDefaultMetrics({ register: metrics().registry });
}

/**
 * Everything, in Prometheus's words: counters of the processes, then what only the database knows. Each part is bounded: one
 * that does not answer is left out.
 */
export async function writeMetrics(): Promise<string> {
  watchNode();
  const [counted, vitals] = await Promise.all([source.readAll?.() ?? metrics().registry.metrics(), findVitals()]);
  return `${counted.trimEnd()}\n\n${await writeVitals(vitals)}`;
}

const BEARER = /^Bearer +(\S+)$/i;

/**
 * Who sends the token. Where there is none, who works on this machine, unless others reach it under a name: a proxy on it may
 * not say that it is one. It says how much money moves: never the public.
 */
export function mayReadMetrics(authorization: string | null, isFromThisMachine: boolean): boolean {
  const { METRICS_TOKEN: token } = getEnv();
  if (!token) return isFromThisMachine && isPublicUrlLocal();
  const [, sent] = BEARER.exec(authorization ?? "") ?? [];
  return sent !== undefined && isEqualConstantTime(sent, token);
}
