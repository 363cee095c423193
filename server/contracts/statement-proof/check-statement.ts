import { minorText } from "../currencies";
import { blockLine } from "./block";
import type { ProvenStatement } from "./document";
import { Gathered } from "./gathered";
import { fingerprintOf } from "./signatures";
import { listSteps, type Step } from "./steps";

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
  readonly signers: Signers;
}

/** Fingerprints of the keys that the signatures were checked with. A forger brings a key along: compare each. */
interface Signers {
  /** Of whoever signed the statement and its lines. Null: nobody whose key is here. */
  readonly statement: string | null;
  /** Of whoever signed the blocks: genuine blocks can stand in a file whose statement somebody else signed. */
  readonly blocks: readonly string[];
}

interface Asked {
  /** How amounts are written. */
  readonly money?: (minor: bigint, currency: string) => string;
  /** The server's keys by their fingerprints, known from elsewhere. With none, nobody knows who signed. */
  readonly keys?: readonly string[];
}

/**
 * Checks a statement's proof, given line by line; a page and `npm run statement:check` say the same. It needs nothing but the
 * file: no server, no database. What it can't know is whether a key is the server's own: it is told, or see `signers`.
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

  async finish({ money = textOf, keys = [] }: Asked = {}): Promise<CheckedStatement> {
    const { statement, blocks, counts } = this.gathered;
    if (!statement) return NOTHING;
    const say = (minor: bigint) => money(minor, statement.currency);
    const steps = await listSteps(this.gathered, statement, { money: say, keys });
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
      signers: this.signers(),
    };
  }

  private signers(): Signers {
    const { end, blocks, keys } = this.gathered;
    const versions = new Set([...blocks.values()].flatMap(({ keyVersion }) => keyVersion ?? []));
    return {
      statement: end && fingerprintOf(keys.get(end.keyVersion)),
      blocks: [...versions].flatMap((version) => fingerprintOf(keys.get(version)) ?? []),
    };
  }

  private sum(statement: ProvenStatement): Sums {
    const { totals, movements, postings } = this.gathered;
    const carriedIn = BigInt(statement.carriedInMinor);
    let booksMinor = carriedIn;
    for (const { bookedMinor, elsewhereMinor } of movements.values()) booksMinor += bookedMinor - elsewhereMinor;
    for (const { entry, merchantMinor } of postings.values()) if (entry.kind === "fee") booksMinor += merchantMinor;
    const statedMinor = BigInt(statement.payoutMinor) + BigInt(statement.carriedOutMinor);
    const linesMinor = totals.capturedMinor - totals.refundedMinor - totals.feeMinor + carriedIn;
    const [ofLines, ofBooks] = [linesMinor - statedMinor, booksMinor - statedMinor];
    const isOfLines = ofLines * ofLines > ofBooks * ofBooks;
    return { statedMinor, linesMinor, booksMinor, differenceMinor: isOfLines ? ofLines : ofBooks };
  }
}

const textOf = (minor: bigint, currency: string) => `${minorText(minor, currency)} ${currency}`;

const NOTHING: CheckedStatement = {
  ...{ statement: null, isProven: false, isWaiting: false, sums: null, blocks: [], line: null },
  signers: { statement: null, blocks: [] },
  steps: [{ name: "whole", state: "fails", says: "This is not the proof of a statement.", findings: [] }],
};
