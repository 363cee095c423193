import pg from "pg";
import type { Stage } from "../stage/stage";
import { signalProcess } from "../stage/started";
import type { Fault } from "./fault";

const OF_THE_APP = "FROM pg_stat_activity WHERE datname = 'closed_loop' AND application_name = 'closed-loop'";
/** Every posting locks it. */
const LOCKED = "accounts";

export function databaseFaults({ cluster, disk }: Stage) {
  const mended = () => cluster.mend();
  const killed: Fault = async () => {
    await cluster.primary.end("SIGKILL");
    return mended;
  };
  const stopped: Fault = async () => {
    const { primary } = cluster;
    primary.signalAll("SIGSTOP");
    return () => primary.signalAll("SIGCONT");
  };
  const backendKilled: Fault = async (aim) => {
    const backends = await cluster.query<{ pid: number }>(`SELECT pid ${OF_THE_APP} ORDER BY pid`);
    const backend = backends[Math.floor(aim * backends.length)];
    if (backend) signalProcess(backend.pid, "SIGKILL");
    return mended;
  };
  const backendsEnded: Fault = async () => {
    await cluster.query(`SELECT pg_terminate_backend(pid) ${OF_THE_APP}`);
    return () => undefined;
  };
  const standbyKilled: Fault = async () => {
    if (!cluster.standby) return null;
    await cluster.standby.end("SIGKILL");
    return mended;
  };
  const promoted: Fault = async (aim) => {
    if (!cluster.standby) return null;
    await cluster.failOver(Math.round(aim * 500));
    return () => undefined;
  };
  const poolFull: Fault = async () => {
    const client = await connect(cluster.directUrl);
    await client.query(`BEGIN; LOCK TABLE ${LOCKED} IN ACCESS EXCLUSIVE MODE`);
    return () => client.end();
  };
  const diskFull: Fault = async () => {
    if (!disk) return null;
    disk.fill();
    // Forces a write on the full disk.
    await cluster.query("CHECKPOINT").catch(() => undefined);
    disk.fill();
    return async () => {
      disk.empty();
      await cluster.mend();
    };
  };
  return {
    "PostgreSQL killed": killed,
    "PostgreSQL stopped for a while": stopped,
    "a backend killed": backendKilled,
    "all backends ended": backendsEnded,
    "standby killed": standbyKilled,
    "standby promoted": promoted,
    "pool full": poolFull,
    "no connection left": () => takeAllConnections(cluster.directUrl),
    "disk full": diskFull,
  } satisfies Record<string, Fault>;
}

const MOST_CONNECTIONS = 100;

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Terminates the app's connections and takes all slots before it can reconnect. */
async function takeAllConnections(url: string): Promise<() => Promise<void>> {
  const held: pg.Client[] = [];
  const take = async () => {
    while (held.length < MOST_CONNECTIONS) held.push(await connect(url));
  };
  await take().catch(() => undefined);
  await held[0]?.query(`SELECT pg_terminate_backend(pid) ${OF_THE_APP}`).catch(() => undefined);
  await take().catch(() => undefined);
  return async () => {
    await Promise.all(held.map((client) => client.end().catch(() => undefined)));
  };
}
