/** npm run restore -- BACKUP [--wal FOLDER] [--until TIME]: restores the embedded database. Never overwrites one. */

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { DATABASE_NAME, POSTGRES_MAJOR, StartError } from "@/server/db/embedded";
import { checkBackup, refuseExisting, restoreCluster, type Target } from "@/server/db/embedded/backup";
import { migrate } from "@/server/db/migrate";
import { listMigrations } from "@/server/db/migrations";
import { print, runProgram } from "../run-program";
import { claimDataFolder } from "../running-record";
import { provideServerSecrets } from "../server-secrets";
import { getDataFolder, ROOT } from "../settings";

const NOWHERE = { host: "127.0.0.1", port: 0, address: "the command line" };

type Asked = Readonly<{ backup: string; target: Target }>;

async function main({ backup, target }: Asked): Promise<number> {
  const dataFolder = getDataFolder();
  refuseExisting(dataFolder);
  requireKey(dataFolder);
  const release = await claimDataFolder(dataFolder, NOWHERE);
  try {
    print(`Checking ${backup}.`);
    const content = await checkBackup(backup, { postgresMajor: POSTGRES_MAJOR, migrations: listMigrations(ROOT) });
    if (target.until && target.until <= new Date(content.dataAt)) {
      throw new StartError(`This backup holds all until ${content.dataAt}: restore an earlier one to get there.`);
    }
    print(`Restoring it to ${dataFolder}.`);
    let isBalanced = false;
    await restoreCluster({
      backup,
      content,
      dataFolder,
      databaseName: DATABASE_NAME,
      target,
      prepare: async ({ url, dataAt }) => {
        await migrate(url);
        provideServerSecrets(dataFolder);
        process.env.DATABASE_URL = url;
        isBalanced = await prepare(dataAt);
      },
    });
    return isBalanced ? 0 : 1;
  } finally {
    release();
  }
}

/** Imported late, because these modules read their settings when loaded. */
async function prepare(dataAt: Date): Promise<boolean> {
  const [{ closePool }, { openServerKeys }, { checkAllBooks }, { markAsRestored }, { now }] = await Promise.all([
    import("@/server/db/pool"),
    import("@/server/domain/server-keys"),
    import("@/server/domain/books"),
    import("./mark-as-restored"),
    import("@/server/platform/clock"),
  ]);
  try {
    await openServerKeys({ now: now() });
    const facts = await markAsRestored({ dataAt });
    const isBalanced = (await checkAllBooks()).checks.every(({ breaches }) => breaches.length === 0);
    print(isBalanced ? "The books balance." : "The books do not balance: npm run books:prove says where.");
    for (const fact of facts) print(fact);
    return isBalanced;
  } finally {
    await closePool();
  }
}

/** Starting without the key would generate a new one, which can't decrypt anything. */
function requireKey(dataFolder: string): void {
  if (process.env.HMAC_KEY || process.env.HMAC_KEYS || existsSync(join(dataFolder, "secrets.json"))) return;
  throw new StartError(
    `A backup does not hold the server's key: put the secrets.json that it belongs to into ${dataFolder}, or set HMAC_KEYS.`,
  );
}

function readArguments(args: string[]): Asked {
  const { values, positionals } = parse(args);
  const [backup, ...others] = positionals;
  if (!backup || others.length > 0) throw new StartError(USAGE);
  const until = values.until === undefined ? null : new Date(values.until);
  if (until && (!/[Zz]$|[+-]\d\d:?\d\d$/.test(values.until ?? "") || Number.isNaN(until.getTime()))) {
    throw new StartError("Give --until with its zone: --until 2026-11-22T19:59:00Z");
  }
  if (until && !values.wal) throw new StartError("--until needs --wal, the folder that WAL_ARCHIVE named.");
  if (values.wal && !existsSync(values.wal)) throw new StartError(`There is no folder ${values.wal}.`);
  return { backup: resolve(backup), target: { archive: values.wal ? resolve(values.wal) : null, until } };
}

const USAGE =
  "Name the backup: npm run restore -- /mnt/backups/closed-loop-20261122T195900Z [--wal FOLDER [--until TIME]]";

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { wal: { type: "string" }, until: { type: "string" } } });
  } catch {
    throw new StartError(USAGE);
  }
}

await runProgram(async () => {
  if (process.env.DATABASE_URL) {
    throw new StartError("DATABASE_URL names a database of yours: docs/backup.md says how to restore it.");
  }
  return await main(readArguments(process.argv.slice(2)));
});
