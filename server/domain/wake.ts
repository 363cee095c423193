import { setTimeout as sleep } from "node:timers/promises";
import { getLogger } from "@/server/platform/logger";
import { processSingleton } from "@/server/platform/singleton";

/** What runs in the background as soon as a commit has left something to do. Each has a sweep, should a wake be lost. */
export const WORKS = ["bulk_jobs", "deliveries", "emails", "notifications", "pushes", "replays", "reports"] as const;
export type Work = (typeof WORKS)[number];

/** What a look at the work found. */
export interface Found {
  /** There may be more to do now. */
  readonly isMore: boolean;
}

/** Between two looks, however often it is woken: a busy network costs 50 small queries a second, not one a payment. */
const EVERY_MS: Readonly<Record<Work, number>> = {
  bulk_jobs: 100,
  deliveries: 20,
  emails: 20,
  notifications: 500,
  pushes: 500,
  replays: 500,
  reports: 100,
};
/** After a look that found something there is often more: what leaves together costs less for each. */
const AFTER_SOME_MS: Readonly<Record<Work, number>> = { ...EVERY_MS, deliveries: 40 };
/** Between two looks for what no one here knows of. */
const UNKNOWN_EVERY_MS = 1_000;

interface State {
  look: (() => Promise<Found>) | null;
  isWoken: boolean;
  /** The looks under way; null: it sleeps. */
  looking: Promise<void> | null;
  lookedAt: number;
  /** The last look found something to do. */
  hasFound: boolean;
}

const asleep = (): State => ({
  look: null,
  isWoken: false,
  looking: null,
  lookedAt: Number.NEGATIVE_INFINITY,
  hasFound: false,
});

const states = processSingleton<Record<Work, State>>("wake", () => ({
  bulk_jobs: asleep(),
  deliveries: asleep(),
  emails: asleep(),
  notifications: asleep(),
  pushes: asleep(),
  replays: asleep(),
  reports: asleep(),
}));

const elsewhere = processSingleton<{ tell: ((work: Work) => void) | null }>("wake-elsewhere", () => ({ tell: null }));

/** For composition roots: how the work is looked at from now on. It is looked at once right away. Null ends it. */
export function bindWork(work: Work, look: (() => Promise<Found>) | null): void {
  const state = states[work];
  state.look = look;
  wake(work);
}

/** For composition roots of processes that leave the work to another one: how that one is told. */
export function bindWakeElsewhere(tell: (work: Work) => void): void {
  elsewhere.tell = tell;
}

/** Something may be there to do. Called after the commit of what left it. */
export function wake(work: Work): void {
  const state = states[work];
  state.isWoken = true;
  if (state.look) state.looking ??= lookUntilDone(work, state);
  else elsewhere.tell?.(work);
}

/** Nothing is known to be there. It is looked at once a second all the same, for work that processes left behind when they died. */
export function wakeNowAndThen(work: Work): void {
  if (states[work].look && performance.now() - states[work].lookedAt >= UNKNOWN_EVERY_MS) wake(work);
}

/** Until what it was last woken for is done, or could not be. */
export async function untilIdle(work: Work): Promise<void> {
  while (states[work].looking) await states[work].looking;
}

/** Milliseconds from one look to the next. */
function apart(work: Work, { hasFound }: State): number {
  return hasFound ? AFTER_SOME_MS[work] : EVERY_MS[work];
}

async function lookUntilDone(work: Work, state: State): Promise<void> {
  try {
    while (state.isWoken && state.look) {
      const pauseMs = state.lookedAt + apart(work, state) - performance.now();
      if (pauseMs > 0) await sleep(pauseMs);
      state.isWoken = false;
      state.lookedAt = performance.now();
      const found = await state.look?.();
      if (!found) return;
      state.hasFound = found.isMore;
      if (found.isMore) state.isWoken = true;
    }
  } catch (error) {
    getLogger().warn({ work, error: error instanceof Error ? error.message : "unknown" }, "work was not looked at");
  } finally {
    state.looking = null;
  }
}
