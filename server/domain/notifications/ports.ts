import { processSingleton } from "@/server/platform/singleton";

interface Bound {
  wake: (() => Promise<void>) | null;
  timer: NodeJS.Timeout | null;
}

const bound = processSingleton<Bound>("news-bell", () => ({ wake: null, timer: null }));

/** News of this long is told together. */
const GATHER_MS = 500;

/** For composition roots. `wake` makes `notifyPeople` run soon; null ends it. */
export function bindNewsBell(wake: (() => Promise<void>) | null): void {
  bound.wake = wake;
}

/** After the commit of what somebody should hear of. A bell that is lost costs a minute: the sweep finds the news. */
export function ringNewsBell(): void {
  if (!bound.wake || bound.timer) return;
  bound.timer = setTimeout(() => {
    bound.timer = null;
    bound.wake?.().catch(() => undefined);
  }, GATHER_MS);
  bound.timer.unref();
}
