import type { Queryable } from "@/server/db/query";
import { processSingleton } from "@/server/platform/singleton";
import type { Total } from "../count-rows";

/** How runs are filtered. `sleeping` runs wait for a time, `retrying` ones have failed and try again. */
type RunState = "all" | "unfinished" | "running" | "sleeping" | "retrying" | "completed" | "failed" | "cancelled";

export interface RunFilter {
  readonly state: RunState;
  /** Only runs of this function. */
  readonly functionId?: string | undefined;
  /** Only runs with these ids. */
  readonly only?: readonly string[] | null | undefined;
}

/** One run of a background function. */
export interface EngineRun {
  readonly id: string;
  readonly functionId: string;
  readonly status: "running" | "completed" | "failed" | "cancelled";
  /** It is being called at this moment. */
  readonly isCalled: boolean;
  /** The record it is about, such as a delivery. */
  readonly subject: string | null;
  /** The sleep that it is in. */
  readonly sleep: string | null;
  /** Calls that failed, of what it does now. */
  readonly attempt: number;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  /** When it goes on; null when it has ended or is being called. */
  readonly nextAt: Date | null;
  /** JSON of the result, or of the error: the beginning of it. */
  readonly output: string | null;
}

export interface EngineFunction {
  readonly functionId: string;
  /** Null: it runs by events. */
  readonly cron: string | null;
  readonly nextAt: Date | null;
  readonly lastRunAt: Date | null;
  readonly lastStatus: EngineRun["status"] | null;
}

/** Counted to 10,000. */
export interface EngineQueue {
  /** Due now and in no one's hands. */
  readonly due: number;
  readonly underWay: number;
  /** For a later time. */
  readonly waiting: number;
  /** Events not yet routed to a function. */
  readonly events: number;
  readonly failedToday: number;
}

/** The embedded engine, where it runs the functions. What changes something does so on the caller's transaction. */
export interface EngineAdmin {
  /** `after`: the last id of the page before. */
  listRuns(
    input: RunFilter & {
      readonly isOldestFirst: boolean;
      readonly after: string | undefined;
      readonly limit: number;
    },
  ): Promise<EngineRun[]>;
  /** Among the newest 10,000 of the function, or of the status. */
  countRuns(filter: RunFilter): Promise<Total>;
  listFunctions(): Promise<EngineFunction[]>;
  countQueue(): Promise<EngineQueue>;
  /** For how long something has been due, seconds. */
  measureLag(): Promise<number>;
  /** False unless the run has failed or was cancelled. */
  replayRun(runId: string, db: Queryable): Promise<boolean>;
}

const bound = processSingleton<{ admin: EngineAdmin | null }>("engine-admin", () => ({ admin: null }));

/** For composition roots: the domain knows no engine. Null: an Inngest elsewhere runs the functions. */
export function bindEngineAdmin(admin: EngineAdmin | null): void {
  bound.admin = admin;
}

export function findEngineAdmin(): EngineAdmin | null {
  return bound.admin;
}
