import { hexToBytes } from "@noble/hashes/utils.js";
import { hashBlock } from "./block";
import {
  type ProofRecord,
  type ProvenBlock,
  type ProvenEntry,
  type ProvenLine,
  type ProvenStatement,
  readRecord,
} from "./document";
import { LineDigest } from "./hashes";
import { hideAccount, leafOf } from "./sealed-entry";
import { foldTree } from "./tree";

/** The captures or refunds of a payment at one moment: its lines, and what the books moved. */
interface Movement {
  readonly lines: LineName[];
  linesMinor: bigint;
  elsewhereMinor: bigint;
  bookedMinor: bigint;
  postings: number;
}

interface Posting {
  readonly entry: ProvenEntry;
  entries: number;
  sumMinor: bigint;
  merchantMinor: bigint;
}

type LineName = Pick<ProvenLine, "id" | "authorizationId">;

export interface Finding {
  readonly says: string;
  readonly lines: readonly LineName[];
}

interface SeenBlock extends Pick<ProvenBlock, "number" | "hash" | "previousHash" | "signature" | "keyVersion"> {
  readonly sealedAt: number;
  entries: number;
}

const movementOf = (kind: string, authorization: string | null, at: number) => `${kind} ${authorization} ${at}`;

/** Aggregates the records of a file, and problems found in single records. Keeps no records. */
export class Gathered {
  statement: ProvenStatement | null = null;
  end: Extract<ProofRecord, { end: unknown }>["end"] | null = null;
  readonly keys = new Map<number, string>();
  readonly lineIds = new Set<string>();
  readonly totals = { captureCount: 0, capturedMinor: 0n, refundCount: 0, refundedMinor: 0n, feeMinor: 0n };
  readonly movements = new Map<string, Movement>();
  readonly postings = new Map<string, Posting>();
  readonly blocks = new Map<string, SeenBlock>();
  readonly counts = { sealed: 0, waiting: 0 };
  readonly found = {
    whole: [] as Finding[],
    lines: [] as Finding[],
    sealed: [] as Finding[],
    chained: [] as Finding[],
  };
  private readonly signed = new LineDigest();
  private readonly places = new Set<string>();
  private taken = 0;

  get digest(): string {
    return this.signed.hex();
  }

  take(text: string): void {
    this.taken += 1;
    const record = readRecord(text);
    const isFirst = this.taken === 1;
    if (!record || isFirst !== "format" in record || this.end) {
      this.found.whole.push({ says: `Line ${this.taken} of the file can’t be read.`, lines: [] });
      return;
    }
    if ("format" in record || "line" in record) this.signed.add(text);
    if ("format" in record) this.statement = record.statement;
    else if ("line" in record) this.addLine(record.line);
    else if ("key" in record) this.keys.set(record.key.version, record.key.publicKey);
    else if ("block" in record) this.addBlock(record.block);
    else if ("unshown" in record) {
      this.counts[record.unshown.why] += record.unshown.entries.length;
      for (const entry of record.unshown.entries) this.addEntry(entry, entry.account === this.statement?.account);
    } else this.end = record.end;
  }

  linesOf({ kind, authorization, at }: ProvenEntry): readonly LineName[] {
    return this.movements.get(movementOf(kind, authorization, at))?.lines ?? [];
  }

  private addLine(line: ProvenLine): void {
    const {
      id,
      authorizationId,
      kind,
      amountMinor,
      feeMinor,
      at,
      authorization,
      transactionId,
      receipt,
      elsewhereMinor,
    } = line;
    const name = { id, authorizationId };
    const [minor, fee] = [BigInt(amountMinor), BigInt(feeMinor)];
    if (this.lineIds.has(id)) this.found.lines.push({ says: "A line is there twice.", lines: [name] });
    if (kind === "capture" ? minor <= 0n : minor >= 0n) {
      this.found.lines.push({ says: `A ${kind} has the wrong sign.`, lines: [name] });
    }
    if (kind === "capture" ? fee < 0n || fee > minor : fee > 0n || fee < minor) {
      this.found.lines.push({ says: "A line is charged more than its amount, or the wrong way.", lines: [name] });
    }
    if (!receipt.startsWith(`${transactionId}-`)) {
      this.found.lines.push({ says: "A line names the receipt of another transaction.", lines: [name] });
    }
    this.lineIds.add(id);
    this.totals.feeMinor += fee;
    if (kind === "capture") {
      this.totals.captureCount += 1;
      this.totals.capturedMinor += minor;
    } else {
      this.totals.refundCount += 1;
      this.totals.refundedMinor -= minor;
    }
    const movement = this.movementAt(movementOf(kind, authorization, at));
    movement.lines.push(name);
    movement.linesMinor += minor;
    // Each line of a movement repeats this value.
    movement.elsewhereMinor = BigInt(elsewhereMinor);
  }

  private addBlock(block: ProvenBlock): void {
    const { number, hash, previousHash, entriesHash, sealedAt, signature, keyVersion, levels, entries, nodes } = block;
    if (hashBlock(block) !== hash)
      this.found.chained.push({ says: `Block ${number} isn’t what its hash says.`, lines: [] });
    const known = this.blocks.get(number);
    if (known && known.hash !== hash) {
      this.found.chained.push({ says: `Block ${number} is there with two hashes.`, lines: [] });
    }
    const seen = known ?? { number, hash, previousHash, signature, keyVersion, sealedAt, entries: 0 };
    this.blocks.set(number, seen);
    if (rootOf(levels, entries, nodes) !== entriesHash) {
      const lines = [...new Set(entries.flatMap((entry) => this.linesOf(entry)))];
      this.found.sealed.push({ says: `Block ${number} didn’t seal these entries.`, lines });
    }
    for (const entry of entries) {
      const place = `${number} ${entry.place}`;
      if (this.places.has(place))
        this.found.sealed.push({ says: "An entry is there twice.", lines: this.linesOf(entry) });
      this.places.add(place);
      this.counts.sealed += 1;
      seen.entries += 1;
      const account = this.statement?.account ?? "";
      this.addEntry(entry, hideAccount(entry.blind, account) === entry.account);
    }
  }

  private addEntry(entry: ProvenEntry, isMerchants: boolean): void {
    const minor = BigInt(entry.amountMinor);
    const posting = this.postings.get(entry.posting) ?? { entry, entries: 0, sumMinor: 0n, merchantMinor: 0n };
    if (posting.entries === 0) this.postings.set(entry.posting, posting);
    posting.entries += 1;
    posting.sumMinor += minor;
    if (!isMerchants) return;
    posting.merchantMinor += minor;
    if (entry.kind === "payout" || entry.kind === "fee") return;
    const movement = this.movementAt(movementOf(entry.kind, entry.authorization, entry.at));
    movement.bookedMinor += minor;
    movement.postings += 1;
  }

  private movementAt(name: string): Movement {
    const movement = this.movements.get(name) ?? {
      lines: [],
      linesMinor: 0n,
      elsewhereMinor: 0n,
      bookedMinor: 0n,
      postings: 0,
    };
    this.movements.set(name, movement);
    return movement;
  }
}

/** Null if the hashes don't form a tree with these entries. */
function rootOf(levels: number, entries: ProvenBlock["entries"], nodes: readonly string[]): string | null {
  const leaves = new Map(entries.map((entry) => [entry.place, entry]));
  const left = [...nodes];
  left.reverse();
  const isInPlace = entries.every(({ place }, i) => place < 2 ** levels && place > (entries[i - 1]?.place ?? -1));
  if (!isInPlace || entries.length === 0) return null;
  let isWhole = true;
  const root = foldTree(levels, [...leaves.keys()], {
    leafAt: (place) => {
      const entry = leaves.get(place);
      if (!entry) throw new RangeError("a place without an entry");
      return leafOf(entry.blind, entry);
    },
    nodeAt: () => {
      const node = left.pop();
      isWhole &&= node !== undefined;
      return hexToBytes(node ?? "");
    },
  });
  return isWhole && left.length === 0 ? Array.from(root, (byte) => byte.toString(16).padStart(2, "0")).join("") : null;
}
