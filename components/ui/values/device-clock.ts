import { pageMadeAt } from "./page-made-at";
import { ServerClock } from "./server-clock";

const PRECISION_OF_DATE_MS = 1_000;

/**
 * The only use of the device's clock, for elapsed time; the server provides the time of day. `clocks.test.ts` enforces this.
 */
const clock = new ServerClock(() => performance.now());

/** The page contains the server's time for the start; responses update it. */
function started(): ServerClock {
  const madeAtMs = pageMadeAt();
  if (clock.isSet || madeAtMs === null) return clock;
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  clock.hear(madeAtMs, { sentAt: page?.requestStart || 0, receivedAt: page?.responseStart || performance.now() });
  return clock;
}

/** Milliseconds since 1970 by the server's clock. */
export function serverNow(): number {
  return started().now();
}

/** Updates the clock from a response's Date header, which also corrects it after the device has slept. */
export async function onTime(ask: () => Promise<Response>): Promise<Response> {
  const sentAt = performance.now();
  const response = await ask();
  const saidMs = Date.parse(response.headers.get("date") ?? "");
  if (!Number.isNaN(saidMs)) started().hear(saidMs, { sentAt, receivedAt: performance.now() }, PRECISION_OF_DATE_MS);
  return response;
}
