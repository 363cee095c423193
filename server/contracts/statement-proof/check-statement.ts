import { minorText } from "../currencies";
import { blockLine } from "./block";
import type { ProvenStatement } from "./document";
import { Gathered } from "./gathered";
import { fingerprintOf } from "./signatures";
import { listSteps, type SayMoney, type Step } from "./steps";

export interface CheckedBlock {
  readonly number: string;
  readonly hash: string;
  readonly previousHash: string;
  /** Milliseconds since 1970. */
  readonly sealedAt: number;
  /** Of this statement. */
  readonly entries: number;
}

/** The same sum three times, in minor units: as it is stated, as its lines add up, and as the books moved it. */
export interface Sums {
  readonly statedMinor: bigint;
  readonly linesMinor: bigint;
  readonly booksMinor: bigint;
  /** How far the one that is further off is from what is stated. */
  readonly differenceMinor: bigint;
}

export interface CheckedStatement {
  /** Null: it is no statement. */
  readonly statement: ProvenStatement | null;
  readonly steps: readonly Step[];
  /** Every step holds. */
  readonly isProven: boolean;
  readonly isWaiting: boolean;
  readonly sums: Sums | null;
  /** In the order of their numbers. */
  readonly blocks: readonly CheckedBlock[];
  /** The last block in one line: keep it elsewhere. Null: there is none. */
  readonly line: string | null;
  /** Of the keys that signed. A forger brings a key along: compare it. */
  readonly fingerprints: readonly string[];
}

/**
 * Checks a statement's proof, given line by line; a page and `npm run statement:check` say the same. It needs nothing but the
 * file: no server, no database. What it can't know is whether the key is the server's own: see `fingerprints`.
 */
export class StatementCheck {
  private readonly gathered = new Gathered();

  /** A line of the file, without its line feed. */
  take(text: string): void {
    this.gathered.take(text);
  }

  /** Lines of the statement so far. */
  get lineCount(): number {
    return this.gathered.lineIds.size;
  }

  async finish(money?: (minor: bigint, currency: string) => string): Promise<CheckedStatement> {
    const { statement, keys, blocks, counts } = this.gathered;
    if (!statement) return NOTHING;
    const { currency } = statement;
    const say: SayMoney = (minor) => (money ? money(minor, currency) : `${minorText(minor, currency)} ${currency}`);
    const steps = await listSteps(this.gathered, statement, say);
    const ordered = [...blocks.values()].sort((a, b) => (BigInt(a.number) < BigInt(b.number) ? -1 : 1));
    const last = ordered.at(-1);
    return {
      statement,
      steps,
      isProven: steps.every(({ state }) => state === "holds"),
      isWaiting: counts.waiting > 0,
      sums: this.sum(statement),
      blocks: ordered.map(({ number, hash, previousHash, sealedAt, entries }) => ({
        number,
        hash,
        previousHash,
        sealedAt,
        entries,
      })),
      line: last ? blockLine(last) : null,
      fingerprints: [...keys.values()].flatMap((key) => fingerprintOf(key) ?? []),
    };
  }

  private sum(statement: ProvenStatement): Sums {
    const { totals, movements } = this.gathered;
    const carriedIn = BigInt(statement.carriedInMinor);
    let booksMinor = carriedIn;
    for (const { bookedMinor, elsewhereMinor } of movements.values()) booksMinor += bookedMinor - elsewhereMinor;
    const statedMinor = BigInt(statement.payoutMinor) + BigInt(statement.carriedOutMinor);
    const linesMinor = totals.capturedMinor - totals.refundedMinor + carriedIn;
    const [ofLines, ofBooks] = [linesMinor - statedMinor, booksMinor - statedMinor];
    const isOfLines = ofLines * ofLines > ofBooks * ofBooks;
    return { statedMinor, linesMinor, booksMinor, differenceMinor: isOfLines ? ofLines : ofBooks };
  }
}

const NOTHING: CheckedStatement = {
  ...{ statement: null, isProven: false, isWaiting: false, sums: null, blocks: [], line: null, fingerprints: [] },
  steps: [{ name: "whole", state: "fails", says: "This is not the proof of a statement.", findings: [] }],
};
