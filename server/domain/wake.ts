import { setTimeout as sleep } from "node:timers/promises";
import { getLogger } from "@/server/platform/logger";
import { processSingleton } from "@/server/platform/singleton";

/** Background work that starts as soon as a commit leaves something to do. Each also has a sweep, in case a wake-up is lost. */
export const WORKS = ["deliveries", "emails", "jobs", "notifications", "pushes"] as const;
export type Work = (typeof WORKS)[number];

export interface Found {
  readonly isMore: boolean;
}

/** Minimum time between looks: a busy network costs 50 small queries a second, not one per payment. */
const EVERY_MS: Readonly<Record<Work, number>> = {
  deliveries: 20,
  emails: 20,
  jobs: 100,
  notifications: 500,
  pushes: 500,
};
/** After a look that found something there is often more, and batches are cheaper. */
const AFTER_SOME_MS: Readonly<Record<Work, number>> = { ...EVERY_MS, deliveries: 40 };
/** Between looks without a known reason. */
const UNKNOWN_EVERY_MS = 1_000;

interface State {
  look: (() => Promise<Found>) | null;
  isWoken: boolean;
  looking: Promise<void> | null;
  lookedAt: number;
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
  deliveries: asleep(),
  emails: asleep(),
  jobs: asleep(),
  notifications: asleep(),
  pushes: asleep(),
}));

const elsewhere = processSingleton<{ tell: ((work: Work) => void) | null }>("wake-elsewhere", () => ({ tell: null }));

/** For composition roots: sets how to look at the work, and looks once. Null ends it. */
export function bindWork(work: Work, look: (() => Promise<Found>) | null): void {
  const state = states[work];
  state.look = look;
  wake(work);
}

/** For composition roots of processes that leave the work to another one. */
export function bindWakeElsewhere(tell: (work: Work) => void): void {
  elsewhere.tell = tell;
}

/** For a stop: nobody looks any more, and what is left is found by others or later. Resolves once no look is under way. */
export async function stopLooking(): Promise<void> {
  for (const work of WORKS) states[work].look = null;
  elsewhere.tell = null;
  await Promise.all(WORKS.map(untilIdle));
}

/** Call it after the commit. */
export function wake(work: Work): void {
  const state = states[work];
  state.isWoken = true;
  if (state.look) state.looking ??= lookUntilDone(work, state);
  else elsewhere.tell?.(work);
}

/** Looks once a second even without a known reason, for work left by processes that died. */
export function wakePeriodically(work: Work): void {
  if (states[work].look && performance.now() - states[work].lookedAt >= UNKNOWN_EVERY_MS) wake(work);
}

/** Resolves once the last wake-up's work is done or has failed. */
export async function untilIdle(work: Work): Promise<void> {
  while (states[work].looking) await states[work].looking;
}

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
    getLogger().warn(
      { work, error: error instanceof Error ? error.message : "unknown" },
      "background work not looked for: its sweep finds it within a minute",
    );
  } finally {
    state.looking = null;
  }
}
