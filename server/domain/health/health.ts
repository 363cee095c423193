import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import packageJson from "@/package.json";
import { announce } from "@/server/db/announce";
import { findDistrust } from "@/server/db/client";
import { isDiskFull } from "@/server/db/errors";
import { listenTo } from "@/server/db/listen";
import { isMigrated } from "@/server/db/migrations";
import { getPool } from "@/server/db/pool";
import { processSingleton } from "@/server/platform/singleton";
import { UnavailableError } from "@/server/platform/unavailable";

/** Notifies the process that asked for the call, whichever process received it. */
export function announceRoundTrip(nonce: string): void {
  announce(getPool(), `round-trip:${nonce}`);
}

/** Returns a function that stops listening. */
export function listenForRoundTrip(nonce: string, listener: () => void): () => void {
  return listenTo([`round-trip:${nonce}`], listener);
}

type NotReady =
  | "stopping"
  | "database_unavailable"
  | "database_not_migrated"
  | "database_full"
  | "database_is_another"
  | "database_is_older"
  | "database_lost_commits"
  | "functions_not_running";

export interface FunctionsState {
  readonly isReady: boolean;
  /** Problems, including those that requests can be served despite. */
  readonly detail: string | null;
}

export interface Readiness {
  readonly reason: NotReady | null;
  readonly detail: string | null;
}

interface State {
  isStopping: boolean;
  /** Cached once true: migrations only go forward. */
  isMigrated: boolean;
  askFunctions: (() => FunctionsState) | null;
}

const state = processSingleton<State>("readiness", () => ({
  isStopping: false,
  isMigrated: false,
  askFunctions: null,
}));

/** Called by the embedded engine, or by the monitor of an external Inngest. */
export function bindFunctionsCheck(askFunctions: () => FunctionsState): void {
  state.askFunctions = askFunctions;
}

/** Makes readiness fail before the process stops answering. */
export function announceStop(): void {
  state.isStopping = true;
}

export function isStopping(): boolean {
  return state.isStopping;
}

/** Answers in time even if the database hangs. */
export async function checkReadiness(): Promise<Readiness> {
  if (state.isStopping) return { reason: "stopping", detail: null };
  const database = await Promise.race([checkDatabase(), late("database_unavailable" as const)]);
  const distrust = findDistrust();
  if (distrust) return { reason: distrust.reason, detail: distrust.sentence };
  if (database) return { reason: database, detail: null };
  if (isDiskFull()) return { reason: "database_full", detail: "The database's disk is full: nothing can be written." };
  const { isReady, detail } = state.askFunctions?.() ?? { isReady: true, detail: null };
  return { reason: isReady ? null : "functions_not_running", detail };
}

/** Null if the database can serve. May hang. */
async function checkDatabase(): Promise<"database_unavailable" | "database_not_migrated" | null> {
  try {
    if (state.isMigrated) await getPool().query("SELECT 1");
    else state.isMigrated = await isMigrated(getPool());
  } catch {
    return "database_unavailable";
  }
  return state.isMigrated ? null : "database_not_migrated";
}

/** Throws UnavailableError if the database is not migrated, or doesn't answer in time. */
export async function checkHealth(): Promise<{ service: string; version: string }> {
  const fault = await Promise.race([checkDatabase(), late("database_unavailable" as const)]);
  if (fault === "database_not_migrated") {
    throw new UnavailableError("the database is not migrated", { reason: "not_migrated" });
  }
  if (fault) throw new UnavailableError("the database does not answer");
  return { service: packageJson.name, version: packageJson.version };
}

/** Shorter than a probe waits, so that it hears what is wrong. */
const ANSWERED_WITHIN_MS = 1_500;

/** Turns of the event loop that an answer takes from the socket to its awaiter. */
const TURNS = 3;

/** Resolves when an answer is overdue. Answers that arrived while this process was blocked are delivered first. */
async function late<T>(value: T): Promise<T> {
  await sleep(ANSWERED_WITHIN_MS);
  for (let turns = 0; turns < TURNS; turns += 1) await turn();
  return value;
}
