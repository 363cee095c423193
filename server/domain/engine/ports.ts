import type { Queryable } from "@/server/db/query";
import { processSingleton } from "@/server/platform/singleton";
import type { Total } from "../count-rows";

/** `sleeping` runs wait for a time; `retrying` ones have failed and will try again. */
type RunState = "all" | "unfinished" | "running" | "sleeping" | "retrying" | "completed" | "failed" | "cancelled";

export interface RunFilter {
  readonly state: RunState;
  readonly functionId: string | null;
  readonly only?: readonly string[] | null | undefined;
}

export interface EngineRun {
  readonly id: string;
  readonly functionId: string;
  readonly status: "running" | "completed" | "failed" | "cancelled";
  readonly isCalled: boolean;
  readonly subject: string | null;
  readonly sleep: string | null;
  /** Failed calls of the current step. */
  readonly attempt: number;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  /** When it continues; null if it has ended or is being called. */
  readonly nextAt: Date | null;
  readonly output: string | null;
}

export interface EngineFunction {
  readonly functionId: string;
  readonly cron: string | null;
  readonly nextAt: Date | null;
  readonly lastRunAt: Date | null;
  readonly lastStatus: EngineRun["status"] | null;
}

/** Capped at 10,000. */
export interface EngineQueue {
  readonly due: number;
  readonly underWay: number;
  readonly waiting: number;
  readonly events: number;
  readonly failedToday: number;
}

/** The embedded engine. Changes are made in the caller's transaction. */
export interface EngineAdmin {
  listRuns(
    input: RunFilter & {
      readonly isOldestFirst: boolean;
      readonly after: string | undefined;
      readonly limit: number;
    },
  ): Promise<EngineRun[]>;
  /** Counts among the newest 10,000 of the function or status. */
  countRuns(filter: RunFilter): Promise<Total>;
  listFunctions(): Promise<EngineFunction[]>;
  countQueue(): Promise<EngineQueue>;
  /** How long the oldest due work has waited, in seconds. */
  measureLag(): Promise<number>;
  /** False unless the run has failed or was canceled. */
  replayRun(runId: string, db: Queryable): Promise<boolean>;
}

const bound = processSingleton<{ admin: EngineAdmin | null }>("engine-admin", () => ({ admin: null }));

/** For composition roots. Null if an external Inngest runs the functions. */
export function bindEngineAdmin(admin: EngineAdmin | null): void {
  bound.admin = admin;
}

export function findEngineAdmin(): EngineAdmin | null {
  return bound.admin;
}
