import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "@/server/db/migrate";
import { closePool } from "@/server/db/pool";
import { findFreePort } from "../../fixtures/app-process";
import { Receiver } from "../load/receiver";
import type { Options } from "../options";
import { App } from "./app";
import { Cluster } from "./cluster";
import { Link } from "./link";
import { RedisServer } from "./redis";
import { SmallDisk } from "./small-disk";
import { createWorld, type World } from "./world";

const DISK_MEGABYTES = 900;
const HMAC_KEY = "fa".repeat(32);

export interface Stage {
  readonly cluster: Cluster;
  /** Processes that serve requests; clients reach them through `links`. */
  readonly tills: readonly App[];
  readonly links: readonly Link[];
  readonly work: App;
  /** Null, like `disk`, if this machine doesn't support it. */
  readonly redis: RedisServer | null;
  readonly disk: SmallDisk | null;
  readonly receiver: Receiver;
  readonly world: World;
  stop(): Promise<void>;
}

/** Unset whatever the shell has set. */
const UNSET = [
  ...["DATABASE_DIRECT_URL", "HMAC_KEYS", "HOST", "INNGEST_BASE_URL", "INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"],
  ...["SMTP_URL", "MAIL_FROM", "REDIS_URL", "SEED_SANDBOX", "DATABASE_POOL_SIZE"],
];

export async function setStage(folder: string, { isShort }: Options): Promise<Stage> {
  chmodSync(folder, 0o711);
  const logs = join(folder, "logs");
  mkdirSync(logs);
  // Skipped in short runs, because starting them takes too long.
  const disk = isShort ? null : SmallDisk.mount(join(folder, "disk"), DISK_MEGABYTES);
  const redis = isShort ? null : RedisServer.start(await findFreePort(), folder);
  const home = disk?.folder ?? join(folder, "database");
  mkdirSync(home, { recursive: true, mode: 0o711 });
  const cluster = await Cluster.start(home, logs, { hasStandby: !isShort });
  const env = {
    ...Object.fromEntries(UNSET.map((name) => [name, ""])),
    DATABASE_URL: cluster.appUrl,
    HMAC_KEY,
    BCRYPT_MAX_COST: "4",
    LOG_LEVEL: "warn",
    WORKERS: "1",
    PUBLIC_URL: "http://localhost:3000",
    WEBHOOK_ALLOW_LOCALHOST: "1",
    WEBHOOK_RETRY_DIVISOR: "1200",
    DRAIN_DELAY_SECONDS: "0",
    ...(redis ? { REDIS_URL: `redis://127.0.0.1:${redis.port}` } : {}),
  };
  await migrate(cluster.directUrl);
  Object.assign(process.env, env, { DATABASE_URL: cluster.directUrl, LOG_LEVEL: "silent", REDIS_URL: "" });
  const world = await createWorld();
  // The pool's connections wouldn't survive the first fault.
  await closePool();
  const start = async (name: string, role: string) => new App(name, await findFreePort(), logs, { ...env, ROLE: role });
  const tills = await Promise.all(
    (isShort ? ["payments-1"] : ["payments-1", "payments-2"]).map((name) => start(name, "payments")),
  );
  const work = await start("work", "work");
  const links = await Promise.all(tills.map(({ port }) => Link.to(port)));
  const receiver = await Receiver.start();
  await Promise.all([...tills, work].map((app) => app.ready()));
  const stop = async () => {
    await Promise.all([...tills, work].map((app) => app.end()));
    for (const link of links) link.close();
    receiver.close();
    await redis?.kill();
    await cluster.stop();
    disk?.unmount();
  };
  return { cluster, tills, links, work, redis, disk, receiver, world, stop };
}
