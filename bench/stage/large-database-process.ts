/** `seed <past authorizations>` seeds the database; any other call proves its books and exits with 1 on a breach. */
import { writeFileSync } from "node:fs";
import { closePool } from "@/server/db/pool";
import { checkBooks } from "@/server/domain/ledger";
import { seed } from "./seed";

const [what, past] = process.argv.slice(2);
if (what === "seed") {
  writeFileSync(process.env.BENCH_WORLD ?? "", JSON.stringify(await seed(Number(past))), { mode: 0o600 });
} else {
  const breaches = (await checkBooks()).filter((check) => check.breaches.length > 0);
  for (const { name } of breaches) process.stdout.write(`BREACH: ${name}\n`);
  process.exitCode = breaches.length > 0 ? 1 : 0;
}
await closePool();
process.exit();
