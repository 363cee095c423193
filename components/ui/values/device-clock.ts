import { ServerClock } from "./server-clock";

const PRECISION_OF_DATE_MS = 1_000;

/** The one place where the device says how time passes; what time it is, the server says. `clocks.test.ts` sees to it. */
const clock = new ServerClock(() => performance.now());

/** Milliseconds since 1970 by the server's clock. */
export function serverNow(): number {
  return clock.now();
}

/** Takes the time over that a page was made with, once: what comes later are answers. */
export function startClock(nowMs: number): void {
  if (clock.isSet || typeof window === "undefined") return;
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const sentAt = page?.requestStart || 0;
  clock.hear(nowMs, { sentAt, receivedAt: page?.responseStart || performance.now() });
}

/** Hears the time from an answer: by it a device that slept knows again what time it is. */
export async function onTime(ask: () => Promise<Response>): Promise<Response> {
  const sentAt = performance.now();
  const response = await ask();
  const saidMs = Date.parse(response.headers.get("date") ?? "");
  if (!Number.isNaN(saidMs)) clock.hear(saidMs, { sentAt, receivedAt: performance.now() }, PRECISION_OF_DATE_MS);
  return response;
}
