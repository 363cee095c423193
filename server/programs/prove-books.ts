import { checkAllBooks, readLine, type Seal } from "@/server/domain/books";
import { openServerKeys } from "@/server/domain/server-keys";
import { now } from "@/server/platform/clock";
import { runCommand } from "../boot/run-program";

const USAGE = "Usage: npm run audit [-- --head closed-loop-books:NUMBER:HASH:SIGNATURE]";

/**
 * `npm run audit`, `npm run books:prove`: proves the books of the database. `--head LINE` also checks that the chain still
 * contains a head stored elsewhere. Exits with 1 for a breach.
 */
async function main([option, line, ...rest]: readonly string[]): Promise<number> {
  const kept = option === "--head" && line && rest.length === 0 ? readLine(line) : null;
  if (option !== undefined && !kept) throw new Error(USAGE);
  await openServerKeys({ now: now() });
  const { checks, seal } = await checkAllBooks(kept);
  const lines = checks.flatMap(({ name, about, breaches }) => [
    `${breaches.length === 0 ? "ok    " : "BREACH"} ${name}`,
    ...breaches.map(({ record, offByMinor, says }) =>
      says ? `         ${about} ${record} ${says}` : `         ${record} is off by ${offByMinor} minor units`,
    ),
  ]);
  const breached = checks.filter(({ breaches }) => breaches.length > 0).length;
  const verdict = breached === 0 ? "The books balance." : `${breached} of ${checks.length} checks found a breach.`;
  process.stdout.write(`${lines.join("\n")}\n${formatSeal(seal)}\n${verdict}\n`);
  return breached === 0 ? 0 : 1;
}

function formatSeal(seal: Seal | null): string {
  if (!seal) return "Nothing is sealed.";
  const { number, sealedAt, line, unsealedSince } = seal;
  const open = unsealedSince
    ? `what was written since ${unsealedSince.toISOString()} is not sealed yet`
    : "all is sealed";
  return `Sealed up to block ${number}, ${sealedAt.toISOString()}; ${open}. Keep this line elsewhere:\n${line}`;
}

await runCommand(main, { failed: "The books could not be read" });
