import { isMigrated } from "@/server/db/migrations";
import { getPool } from "@/server/db/pool";
import { processSingleton } from "@/server/platform/singleton";
import { late } from "./late";

/** Why a process should get no requests; null: it should. */
export type NotReady = "stopping" | "database_unavailable" | "database_not_migrated" | "functions_not_running";

interface State {
  isStopping: boolean;
  /** What was found once stays: migrations go forward only. */
  isMigrated: boolean;
  /** Null where functions are run elsewhere. */
  areFunctionsRunning: (() => boolean) | null;
}

const state = processSingleton<State>("readiness", () => ({
  isStopping: false,
  isMigrated: false,
  areFunctionsRunning: null,
}));

/** The embedded engine of this process says so from now on. */
export function bindFunctionsCheck(areFunctionsRunning: () => boolean): void {
  state.areFunctionsRunning = areFunctionsRunning;
}

/** The process ends soon: who asks whether it is ready learns of it before it stops answering. */
export function announceStop(): void {
  state.isStopping = true;
}

export function isStopping(): boolean {
  return state.isStopping;
}

/** Answers in time whatever hangs. */
export async function checkReadiness(): Promise<NotReady | null> {
  if (state.isStopping) return "stopping";
  const database = await Promise.race([askDatabase(), late("database_unavailable" as const)]);
  if (database) return database;
  return state.areFunctionsRunning?.() === false ? "functions_not_running" : null;
}

async function askDatabase(): Promise<NotReady | null> {
  try {
    if (state.isMigrated) await getPool().query("SELECT 1");
    else state.isMigrated = await isMigrated(getPool());
  } catch {
    return "database_unavailable";
  }
  return state.isMigrated ? null : "database_not_migrated";
}
