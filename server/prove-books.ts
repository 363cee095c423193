import { closePool } from "@/server/db/pool";
import { checkBooks } from "@/server/domain/ledger";

/** `npm run books:prove`: proves the books of the database at DATABASE_URL. Ends with 1 if a check finds a breach. */
async function main(): Promise<number> {
  const results = await checkBooks();
  const lines = results.flatMap(({ name, breaches }) => [
    `${breaches.length === 0 ? "ok    " : "BREACH"} ${name}`,
    ...breaches.map(({ record, offByMinor }) => `         ${record} is off by ${offByMinor} minor units`),
  ]);
  const breached = results.filter(({ breaches }) => breaches.length > 0).length;
  const verdict = breached === 0 ? "The books balance." : `${breached} of ${results.length} checks found a breach.`;
  process.stdout.write(`${lines.join("\n")}\n${verdict}\n`);
  return breached === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  const reason = error instanceof Error ? error.message || error.name : String(error);
  process.stderr.write(`The books could not be read: ${reason}\n`);
  process.exitCode = 2;
} finally {
  await closePool();
}
