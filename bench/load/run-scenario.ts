import { setTimeout as sleep } from "node:timers/promises";
import type { Measurement, RunRequest } from "../measurement";
import type { Context, Run, Scenario, Send } from "../scenarios/scenario";
import { closedLoop } from "./closed-loop";
import { Connection } from "./connection";
import { openLoop } from "./open-loop";
import type { Outcome } from "./tally";

/** Concurrent requests during preparation. */
const PREPARING = 16;
/** An open loop uses one connection per request in flight, and must not run out of them. */
const OPEN_CONNECTIONS = 640;
/** Gives the server time to accept the connections that the kernel has opened. */
const TAKEN_MS = 200;

type Asked = Pick<RunRequest, "port" | "connections" | "seconds" | "perSecond">;

/** Prepares, measures, and finishes one scenario on one host. Calls `sayPrepared` before it measures. */
export async function runScenario(
  scenario: Scenario,
  asked: Asked,
  context: Context,
  sayPrepared: () => void = () => undefined,
): Promise<Measurement> {
  const { port, seconds, perSecond } = asked;
  const open = (count: number) => Array.from({ length: count }, () => new Connection(port));
  const spare = open(PREPARING);
  const run: Run = {
    context,
    seconds,
    repeat: async (times, once) => {
      let left = times;
      const work = async (connection: Connection) => {
        while (left-- > 0) await once((text) => connection.send(text));
      };
      await Promise.all(spare.map(work));
    },
    meanwhile: (count, once) => {
      let isOver = false;
      const work = async (connection: Connection) => {
        while (!isOver) await once((text) => connection.send(text)).catch(() => undefined);
        connection.close();
      };
      const all = Promise.all(open(count).map(work));
      return async () => {
        isOver = true;
        await all;
      };
    },
  };
  await scenario.prepare?.(run);
  const workers = open(perSecond === null ? asked.connections : OPEN_CONNECTIONS);
  // Callers of a payment API keep connections open. If all of them connected at once during the run, they would queue in the
  // kernel.
  for (const connection of workers) await connection.open();
  await sleep(TAKEN_MS);
  sayPrepared();
  const operate = (connection: Connection) => settled(scenario, (text) => connection.send(text), context);
  const measured =
    perSecond === null
      ? await closedLoop({ workers, seconds, operate })
      : await openLoop({ workers, seconds, perSecond, operate });
  const extras = (await scenario.finish?.(run, measured)) ?? {};
  for (const connection of [...workers, ...spare]) connection.close();
  return { ...measured, extras: { ...measured.extras, ...extras } };
}

/** A broken connection fails its operation, not the run. */
async function settled(scenario: Scenario, send: Send, context: Context): Promise<Outcome> {
  try {
    return await scenario.operate(send, context);
  } catch {
    return "failed";
  }
}
