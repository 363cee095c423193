/** `npm run migrate`: brings the database that DATABASE_URL names to the migrations of this version. */
import { StartError } from "./db/embedded";
import { migrate } from "./db/migrate";
import { runProgram } from "./startup/run-program";

await runProgram(async () => {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_PREPARE } = process.env;
  if (!DATABASE_URL) {
    throw new StartError("DATABASE_URL is missing. The embedded database is migrated by npm start.");
  }
  const applied = await migrate(DATABASE_DIRECT_URL || DATABASE_URL, { setsRole: DATABASE_PREPARE === "0" });
  for (const name of applied) process.stdout.write(`Applied ${name}\n`);
  if (applied.length === 0) process.stdout.write("The database is up to date.\n");
  return 0;
});
