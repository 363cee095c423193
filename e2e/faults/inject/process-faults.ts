import type { App } from "../stage/app";
import type { Stage } from "../stage/stage";
import type { Fault } from "./fault";

/** A larger shift would keep leases for longer than the run waits. */
const MOST_MS = 45_000;

export function processFaults({ tills, work }: Stage) {
  const aimAt = (apps: readonly App[], aim: number) => apps[Math.floor(aim * apps.length)] ?? work;
  const signalled =
    (apps: readonly App[], signal: NodeJS.Signals): Fault =>
    async (aim) => {
      aimAt(apps, aim).signal(signal);
      return () => undefined;
    };
  const stopped =
    (apps: readonly App[]): Fault =>
    async (aim) => {
      const app = aimAt(apps, aim);
      app.signal("SIGSTOP");
      return () => app.signal("SIGCONT");
    };
  const stepped: Fault = async (aim) => {
    const all = [...tills, work];
    const app = aimAt(all, aim);
    // The rest of `aim` selects the size and direction of the shift.
    const rest = (aim * all.length) % 1;
    app.shiftClock(Math.round((rest * 2 - 1) * MOST_MS));
    return () => app.shiftClock(0);
  };
  const planeKilled =
    (apps: readonly App[]): Fault =>
    async (aim) => {
      aimAt(apps, aim).killPlanes();
      return () => undefined;
    };
  return {
    "payments host killed": signalled(tills, "SIGKILL"),
    "payments plane killed": planeKilled(tills),
    "payments host told to end": signalled(tills, "SIGTERM"),
    "payments host stopped for a while": stopped(tills),
    "work host killed": signalled([work], "SIGKILL"),
    "work plane killed": planeKilled([work]),
    "work host stopped for a while": stopped([work]),
    "clock stepped": stepped,
  } satisfies Record<string, Fault>;
}
