import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { minorText } from "./contracts/currencies";
import { type CheckedStatement, StatementCheck } from "./contracts/statement-proof/check-statement";
import type { Step } from "./contracts/statement-proof/steps";

const USAGE = "Usage: npm run statement:check -- FILE [--key FINGERPRINT]…";
const WORDS = { holds: "ok   ", fails: "WRONG", open: "open " } as const;
const MAX_LINES_SAID = 5;

/** A file from elsewhere may hold what a terminal would obey. */
const CONTROL = /\p{Cc}/gu;
const say = (text: string) => process.stdout.write(`${text.replace(CONTROL, " ")}\n`);

/**
 * `npm run statement:check -- FILE`: checks the proof of a statement that was downloaded from its page. Asks no server and no
 * database. With `--key`, also that whoever signed it has that key; it may be named several times. Ends with 1 unless all
 * of it holds.
 */
async function main([file, ...options]: readonly string[]): Promise<number> {
  const keys = readKeys(options);
  if (!file || file.startsWith("-") || !keys) {
    process.stderr.write(`${USAGE}\n`);
    return 1;
  }
  const check = new StatementCheck();
  // npm changes into the checkout; a path is meant from where the command was typed.
  const path = resolve(process.env.INIT_CWD ?? ".", file);
  const handle = await open(path);
  for await (const line of handle.readLines()) check.take(line);
  const checked = await check.finish();
  return report(checked, keys);
}

/** Null: they are no keys. */
function readKeys(options: readonly string[]): readonly string[] | null {
  const keys = options.filter((_, i) => i % 2 === 1);
  const isRight = options.every((text, i) => (i % 2 === 0 ? text === "--key" : /^[0-9a-f]{64}$/.test(text)));
  return isRight && options.length % 2 === 0 ? keys : null;
}

function report(checked: CheckedStatement, keys: readonly string[]): number {
  const { statement, steps, sums, blocks, line, fingerprints, isProven } = checked;
  if (statement) {
    say(`Statement ${statement.id} of ${statement.merchant.name}, ${statement.day}, ${statement.environment}`);
  }
  for (const step of steps) sayStep(step);
  if (statement && sums) {
    const money = (minor: bigint) => minorText(minor, statement.currency);
    say(
      `Stated ${money(sums.statedMinor)}, from the lines ${money(sums.linesMinor)}, from the books ${money(sums.booksMinor)}.`,
    );
    say(`Difference ${money(sums.differenceMinor)} ${statement.currency}.`);
  }
  if (line) say(`Blocks ${blocks[0]?.number} to ${blocks.at(-1)?.number}. Keep this line elsewhere:`);
  if (line) say(line);
  for (const key of fingerprints) say(`Signed with the key ${key}. Compare it with the one on the statement’s page.`);
  const isOther = keys.length > 0 && fingerprints.some((key) => !keys.includes(key));
  if (isOther) say("WRONG The key is not one that you named.");
  const holds = isProven && !isOther;
  say(holds ? "The statement is proven." : "The statement is not proven.");
  return holds ? 0 : 1;
}

function sayStep({ state, says, findings }: Step): void {
  say(`${WORDS[state]} ${says}`);
  for (const { says: what, lines } of findings) {
    const more = lines.length > MAX_LINES_SAID ? ` and ${lines.length - MAX_LINES_SAID} more` : "";
    const named = lines.slice(0, MAX_LINES_SAID).map(({ id, authorizationId }) => `${authorizationId}, line ${id}`);
    const which = lines.length > 0 ? ` (authorization ${named.join("; ")}${more})` : "";
    say(`      ${what}${which}`);
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`The file can’t be read: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
