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
  readonly sealedAt: number;
  readonly entries: number;
}

/** One sum from three sources, in minor units: as stated, as the sum of the lines, and as moved in the books. */
export interface Sums {
  readonly statedMinor: bigint;
  readonly linesMinor: bigint;
  readonly booksMinor: bigint;
  /** The larger deviation from what is stated. */
  readonly differenceMinor: bigint;
}

export interface CheckedStatement {
  readonly statement: ProvenStatement | null;
  readonly steps: readonly Step[];
  readonly isProven: boolean;
  readonly isWaiting: boolean;
  readonly sums: Sums | null;
  readonly blocks: readonly CheckedBlock[];
  /** The last block in one line, to be stored elsewhere; null if there is none. */
  readonly line: string | null;
  readonly signers: Signers;
}

/** Fingerprints of the keys that verified the signatures. A forger would include their own key, so compare them. */
interface Signers {
  /** Signer of the statement and its lines. Null if no included key matches. */
  readonly statement: string | null;
  /** Signers of the blocks: a file may contain genuine blocks and a forged statement. */
  readonly blocks: readonly string[];
}

interface Asked {
  readonly money?: (minor: bigint, currency: string) => string;
  /** Trusted fingerprints of the server's keys. Without any, the signer is unknown. */
  readonly keys?: readonly string[];
}

/**
 * Checks a statement's proof, given line by line, for the page and `npm run statement:check`. Needs only the file, no server or
 * database. It can't know whether a key is really the server's: pass `keys`, or compare `signers`.
 */
export class StatementCheck {
  private readonly gathered = new Gathered();

  take(text: string): void {
    this.gathered.take(text);
  }

  get lineCount(): number {
    return this.gathered.lineIds.size;
  }

  async finish({ money = textOf, keys = [] }: Asked = {}): Promise<CheckedStatement> {
    const { statement, blocks, counts } = this.gathered;
    if (!statement) return NOTHING;
    const formatMinor = (minor: bigint) => money(minor, statement.currency);
    const steps = await listSteps(this.gathered, statement, { money: formatMinor, keys });
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
  statement: null,
  isProven: false,
  isWaiting: false,
  sums: null,
  blocks: [],
  line: null,
  signers: { statement: null, blocks: [] },
  steps: [{ name: "whole", state: "fails", says: "This is not the proof of a statement.", findings: [] }],
};
