import { pageMadeAt } from "./page-made-at";
import { ServerClock } from "./server-clock";

const PRECISION_OF_DATE_MS = 1_000;

/** The one place where the device says how time passes; what time it is, the server says. `clocks.test.ts` sees to it. */
const clock = new ServerClock(() => performance.now());

/** The page says first what time it is: after it come answers. */
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

/** Hears the time from an answer: by it a device that slept knows again what time it is. */
export async function onTime(ask: () => Promise<Response>): Promise<Response> {
  const sentAt = performance.now();
  const response = await ask();
  const saidMs = Date.parse(response.headers.get("date") ?? "");
  if (!Number.isNaN(saidMs)) started().hear(saidMs, { sentAt, receivedAt: performance.now() }, PRECISION_OF_DATE_MS);
  return response;
}
