import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { minorText } from "../contracts/currencies";
import { type CheckedStatement, StatementCheck } from "../contracts/statement-proof/check-statement";
import type { Step } from "../contracts/statement-proof/steps";

const USAGE = "Usage: npm run statement:check -- FILE [--key FINGERPRINT]…";
const WORDS = { holds: "ok   ", fails: "WRONG", open: "open " } as const;
const MAX_LINES_SAID = 5;

/** Control characters in a foreign file could control the terminal. */
const CONTROL = /\p{Cc}/gu;
const print = (text: string) => process.stdout.write(`${text.replace(CONTROL, " ")}\n`);

/**
 * `npm run statement:check -- FILE`: checks a downloaded statement proof, without server or database. `--key`, which may be
 * repeated, also requires that key's signature on everything. Exits with 0 if proven, 1 if not, and 2 if it is consistent but
 * no key was given, so that anyone may have signed it.
 */
async function main([file, ...options]: readonly string[]): Promise<number> {
  const keys = readKeys(options);
  if (!file || file.startsWith("-") || !keys) {
    process.stderr.write(`${USAGE}\n`);
    return 1;
  }
  const check = new StatementCheck();
  // npm changes into the checkout, but the path is relative to where the command was typed.
  const path = resolve(process.env.INIT_CWD ?? ".", file);
  const handle = await open(path);
  for await (const line of handle.readLines()) check.take(line);
  const checked = await check.finish({ keys });
  report(checked);
  return conclude(checked, keys.length > 0);
}

function readKeys(options: readonly string[]): readonly string[] | null {
  const keys = options.filter((_, i) => i % 2 === 1);
  const isRight = options.every((text, i) => (i % 2 === 0 ? text === "--key" : /^[0-9a-f]{64}$/.test(text)));
  return isRight && options.length % 2 === 0 ? keys : null;
}

function report({ statement, steps, sums, blocks, line, signers }: CheckedStatement): void {
  if (statement) {
    print(`Statement ${statement.id} of ${statement.merchant.name}, ${statement.day}, ${statement.environment}`);
  }
  for (const step of steps) printStep(step);
  if (statement && sums) {
    const money = (minor: bigint) => minorText(minor, statement.currency);
    print(
      `Stated ${money(sums.statedMinor)}, from the lines ${money(sums.linesMinor)}, from the books ${money(sums.booksMinor)}.`,
    );
    print(`Difference ${money(sums.differenceMinor)} ${statement.currency}.`);
  }
  if (line) print(`Blocks ${blocks[0]?.number} to ${blocks.at(-1)?.number}. Keep this line elsewhere:`);
  if (line) print(line);
  if (signers.statement) print(`The statement is signed with the key ${signers.statement}.`);
  for (const key of signers.blocks) print(`Blocks are signed with the key   ${key}.`);
}

function conclude({ isProven }: CheckedStatement, isNamed: boolean): number {
  if (!isProven) {
    print("The statement is not proven.");
    return 1;
  }
  if (isNamed) {
    print("The statement is proven.");
    return 0;
  }
  print("The file agrees with itself, but anyone could have signed it.");
  print("To prove the statement, name the server’s keys, as you noted them from its page: --key FINGERPRINT");
  return 2;
}

function printStep({ state, says, findings }: Step): void {
  print(`${WORDS[state]} ${says}`);
  for (const { says: what, lines } of findings) {
    const more = lines.length > MAX_LINES_SAID ? ` and ${lines.length - MAX_LINES_SAID} more` : "";
    const named = lines.slice(0, MAX_LINES_SAID).map(({ id, authorizationId }) => `${authorizationId}, line ${id}`);
    const which = lines.length > 0 ? ` (authorization ${named.join("; ")}${more})` : "";
    print(`      ${what}${which}`);
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`The file can’t be read: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
