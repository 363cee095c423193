import { parseArgs } from "node:util";
import { listLost } from "../boot/backups/lost-requests";
import { markAsRestored } from "../boot/backups/mark-as-restored";
import { print, runCommand } from "../boot/run-program";
import { endDoubtfulCodes } from "../domain/payment-codes";
import { listLostByRestore } from "../domain/queries";
import { findRestore, releaseRestores } from "../domain/restores";
import { now } from "../platform/clock";
import { SettingError } from "../platform/env";

const SHOWN = 20;
const ALL = 1_000_000;

/**
 * Commands after a restore: `npm run restore:mark -- --at TIME` marks a database restored by other tools, `restore:list` lists
 * what others may know of it, `restore:revoke` ends codes that may have been spent, and `restore:release` puts it into service.
 */
async function main([command, ...args]: readonly string[]): Promise<void> {
  if (command === "mark") return mark(args);
  const restore = await findRestore();
  if (!restore)
    throw new SettingError("This database was never restored, or not marked: npm run restore:mark -- --at TIME");
  if (command === "list") return list(args, restore.dataAt);
  if (command === "revoke") return print(`${await endDoubtfulCodes({ now: now() })} payment codes were revoked.`);
  if (command !== "release") throw new SettingError("Say what: mark, list, revoke, or release.");
  const released = await releaseRestores({ now: now() });
  print(released > 0 ? "Released: the next start serves, and what waits is sent." : "It was released before.");
}

async function mark(args: readonly string[]): Promise<void> {
  const { at } = parse(args, { at: { type: "string" } });
  const dataAt = new Date(typeof at === "string" ? at : Number.NaN);
  if (typeof at !== "string" || !/[Zz]$|[+-]\d\d:?\d\d$/.test(at) || Number.isNaN(dataAt.getTime())) {
    throw new SettingError("Say until when it holds everything, with its zone: --at 2026-11-22T19:59:00Z");
  }
  if (dataAt > now()) throw new SettingError(`${at} is yet to come.`);
  for (const fact of await markAsRestored({ dataAt })) print(fact);
}

async function list(args: readonly string[], dataAt: Date): Promise<void> {
  const { log = [], all = false } = parse(args, {
    log: { type: "string", multiple: true },
    all: { type: "boolean" },
  });
  print(`This database holds nothing later than ${dataAt.toISOString()}. Since then, others may know more:`);
  for (const { kind, says, count, records } of await listLostByRestore({ now: now(), limit: all ? ALL : SHOWN })) {
    print(`\n${count} ${kind}. ${says}`);
    for (const { id, tenantId, environment } of records) {
      print(`  ${[id, tenantId && `tenant ${tenantId}`, environment].filter(Boolean).join("  ")}`);
    }
    if (count > records.length) print(`  … and ${count - records.length} more: -- --all lists them`);
  }
  if (!Array.isArray(log) || log.length === 0) {
    return print("\nThe app's log says which requests were answered since: npm run restore:list -- --log FILE");
  }
  await listLost({ files: log.map(String), dataAt, say: print });
}

function parse(args: readonly string[], options: NonNullable<Parameters<typeof parseArgs>[0]>["options"]) {
  try {
    return parseArgs({ args: [...args], options: options ?? {} }).values;
  } catch (error) {
    throw new SettingError(error instanceof Error ? error.message : String(error));
  }
}

await runCommand(async (args) => {
  await main(args);
  return 0;
});
