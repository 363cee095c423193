/**
 * `npm run migrate`: migrates the database of DATABASE_URL. With DATABASE_OWNER_URL, it connects as that role, which owns the
 * tables, and gives DATABASE_URL's role the rights that the app needs.
 */

import { runProgram } from "../boot/run-program";
import { roleOf } from "../db/client";
import { StartError } from "../db/embedded";
import { migrate, readMigrationsAhead, setDefaultsOfRole } from "../db/migrate";
import { describeAhead } from "../db/migrations";

await runProgram(async () => {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_OWNER_URL, DATABASE_PREPARE } = process.env;
  if (!DATABASE_URL) {
    throw new StartError("DATABASE_URL is missing. The embedded database is migrated by npm start.");
  }
  const directUrl = DATABASE_DIRECT_URL || DATABASE_URL;
  const applied = await migrate(DATABASE_OWNER_URL || directUrl, {
    appRole: DATABASE_OWNER_URL ? roleOf(directUrl) : null,
  });
  if (DATABASE_PREPARE === "0") await setDefaultsOfRole(directUrl);
  for (const name of applied) process.stdout.write(`Applied ${name}\n`);
  const ahead = await readMigrationsAhead(DATABASE_OWNER_URL || directUrl);
  if (ahead.length > 0) process.stdout.write(`${describeAhead(ahead)}\n`);
  else if (applied.length === 0) process.stdout.write("The database is up to date.\n");
  return 0;
});
