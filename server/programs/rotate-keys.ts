import { print, runCommand } from "../boot/run-program";
import { forgetKey, openServerKeys, type Resealed, reseal } from "../domain/server-keys";
import { now } from "../platform/clock";
import { SettingError } from "../platform/env";
import { sealingVersion } from "../platform/key-ring";

/**
 * `npm run keys:reseal`: re-encrypts everything under the first of HMAC_KEYS while the app runs. `npm run keys:forget --
 * VERSION`: retires a leaked or lost version.
 */
async function main([command, argument = ""]: readonly string[]): Promise<void> {
  if (command === "forget") return forget(argument);
  await openServerKeys({ now: now() });
  const retired = await reseal({ now: now() }, printDone);
  if (retired.length === 0) return print("There is one key, and everything is sealed with it.");
  print(`Everything is sealed with version ${sealingVersion()}.`);
  for (const version of retired) {
    print(`Once every process starts with version ${sealingVersion()} first, version ${version} may leave HMAC_KEYS.`);
  }
}

async function forget(argument: string): Promise<void> {
  const version = Number(argument);
  if (!/^[1-9]\d{0,3}$/.test(argument)) throw new SettingError("Name the version: npm run keys:forget -- 1");
  await forgetKey({ version, now: now() });
  print(`Version ${version} is forgotten: take it out of HMAC_KEYS and start every process again.`);
}

function printDone({ name, resealed, unreadable }: Resealed): void {
  print(`${String(resealed).padStart(8)} ${name}${unreadable === 0 ? "" : `, and ${unreadable} that no key opens`}`);
}

await runCommand(async (args) => {
  await main(args);
  return 0;
});
