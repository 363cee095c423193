import { PROOF_FORMAT, type ProofRecord, type ProvenEntry } from "@/server/contracts/statement-proof/document";
import { LineDigest } from "@/server/contracts/statement-proof/hashes";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { type List, type Page, pageOf } from "@/server/domain/list";
import {
  type BatchLine,
  type BatchRecord,
  batchLineList,
  getBatchRecord,
  type Movement,
  nameMovement,
  receiptIdOf,
  sumElsewhere,
} from "@/server/domain/queries";
import { versionOf } from "@/server/platform/crypto";
import { publicKeyOf, signStatement } from "../chain/block";
import { type BookedEntry, showEntries } from "../chain/show-entries";

const LINES_AT_ONCE = 200;

export interface StatementProof {
  readonly batch: BatchRecord;
  /** Text, read as it is consumed. */
  readonly parts: AsyncGenerator<string>;
}

/**
 * A statement that proves itself: its lines, the entries that moved their money, and as much of the sealing blocks as it takes
 * to verify them; nothing of other entries. Changes nothing. Throws `settlement_batch_not_found`, also for another tenant's.
 */
export async function proveStatement(caller: StaffCaller, id: string): Promise<StatementProof> {
  const batch = await getBatchRecord(caller, { id });
  const [account] = await query<{ id: string }>(
    getPool(),
    sql`SELECT id FROM accounts WHERE kind = 'merchant' AND merchant_id = ${batch.merchantId} AND currency = ${batch.currency}`,
  );
  if (!account) throw new Error("a merchant was settled without an account");
  return { batch, parts: new ProofWriter(batch, account.id, batchLineList(caller, batch)).write() };
}

class ProofWriter {
  private readonly signed = new LineDigest();
  private readonly shown = new Set<string>();
  private readonly keys = new Set<number>();
  private lines = 0;

  constructor(
    private readonly batch: BatchRecord,
    private readonly accountId: string,
    private readonly list: List<BatchLine>,
  ) {}

  async *write(): AsyncGenerator<string> {
    yield this.text([{ format: PROOF_FORMAT, statement: this.opening() }]);
    for (let startingAfter: string | null = null; ; ) {
      const { items, hasMore }: Page<BatchLine> = await pageOf(this.list, { limit: LINES_AT_ONCE, startingAfter });
      yield await this.linesOf(items);
      startingAfter = items.at(-1)?.id ?? null;
      if (!hasMore) break;
    }
    const { id, feePostingId, payoutPostingId } = this.batch;
    const own = [feePostingId, payoutPostingId].filter((posting) => posting !== null);
    const paid = own.length === 0 ? [] : await this.show(await listBookedPostings(own));
    const digest = this.signed.hex();
    const signature = signStatement({ id, digest });
    const end = { lines: this.lines, digest, signature, keyVersion: versionOf(signature) };
    yield this.text([...paid, ...this.newKeys(new Map([[end.keyVersion, publicKeyFor(signature)]])), { end }]);
  }

  private opening() {
    const { batch } = this;
    return {
      id: batch.id,
      merchant: { id: batch.merchantId, name: batch.merchantName },
      account: this.accountId,
      environment: batch.environment,
      currency: batch.currency,
      day: batch.settledDay.toISOString().slice(0, 10),
      createdAt: batch.createdAt.getTime(),
      previousId: batch.previousBatchId,
      captureCount: batch.captureCount,
      capturedMinor: batch.capturedMinor.toString(),
      refundCount: batch.refundCount,
      refundedMinor: batch.refundedMinor.toString(),
      feeMinor: batch.feeMinor.toString(),
      feePosting: batch.feePostingId,
      carriedInMinor: batch.carriedInMinor.toString(),
      payoutMinor: batch.payoutMinor.toString(),
      carriedOutMinor: batch.carriedOutMinor.toString(),
      payoutPosting: batch.payoutPostingId,
    };
  }

  private async linesOf(lines: readonly BatchLine[]): Promise<string> {
    const movements = new Map(lines.map((line) => [nameMovement(line), line]));
    const elsewhere = await sumElsewhere(this.batch.id, [...movements.values()]);
    const unshown: Movement[] = [...movements].filter(([name]) => !this.shown.has(name)).map(([, line]) => line);
    for (const movement of unshown) this.shown.add(nameMovement(movement));
    this.lines += lines.length;
    const entries = await this.show(await listBookedMovements(unshown));
    return this.text([...lines.map((line) => presentLine(line, elsewhere.get(nameMovement(line)) ?? 0n)), ...entries]);
  }

  private async show(entries: readonly BookedEntry[]): Promise<ProofRecord[]> {
    const { blocks, keys, waiting } = await showEntries(entries);
    const present = ({ id, accountId, ...entry }: BookedEntry): ProvenEntry => {
      return { ...entry, account: accountId === this.accountId ? accountId : "" };
    };
    return [
      ...this.newKeys(keys),
      ...blocks.map((block) => ({ block })),
      ...(waiting.length > 0 ? [{ unshown: { why: "waiting" as const, entries: waiting.map(present) } }] : []),
    ];
  }

  /** Each key once, before what it signed. */
  private newKeys(keys: ReadonlyMap<number, string>): ProofRecord[] {
    const added = [...keys].filter(([version]) => !this.keys.has(version));
    for (const [version] of added) this.keys.add(version);
    return added.map(([version, publicKey]) => ({ key: { version, publicKey } }));
  }

  private text(records: readonly ProofRecord[]): string {
    return records
      .map((record) => {
        const line = JSON.stringify(record);
        if ("format" in record || "line" in record) this.signed.add(line);
        return `${line}\n`;
      })
      .join("");
  }
}

function publicKeyFor(signature: string): string {
  const key = publicKeyOf({ number: 1n, signature });
  if (key === null) throw new Error("what was signed just now has a key");
  return key;
}

function presentLine(line: BatchLine, elsewhereMinor: bigint): ProofRecord {
  const {
    id,
    kind,
    amountMinor,
    feeMinor,
    createdAt,
    rootId,
    authorizationNumber,
    transactionId,
    refundId,
    merchantReference,
  } = line;
  return {
    line: {
      id,
      kind,
      amountMinor: amountMinor.toString(),
      feeMinor: feeMinor.toString(),
      at: createdAt.getTime(),
      authorization: rootId,
      authorizationId: authorizationNumber,
      transactionId,
      refundId,
      merchantReference,
      receipt: receiptIdOf(transactionId),
      elsewhereMinor: elsewhereMinor.toString(),
    },
  };
}

interface EntryRow extends Omit<BookedEntry, "at" | "authorization"> {
  readonly authorizationId: string | null;
  readonly createdAt: Date;
}

async function listEntries(postings: Sql): Promise<BookedEntry[]> {
  const rows = await query<EntryRow>(
    getPool(),
    sql`SELECT e.id, e.posting_id AS posting, e.account_id, e.currency, e.amount_minor::text, p.kind, p.environment,
        p.currency AS posting_currency, p.authorization_id, p.created_at
      FROM ${postings} JOIN entries e ON e.posting_id = p.id ORDER BY e.id`,
  );
  return rows.map(({ authorizationId, createdAt, ...entry }) => {
    return { ...entry, authorization: authorizationId, at: createdAt.getTime() };
  });
}

/** Entries that moved this money, on anyone's accounts. */
function listBookedMovements(movements: readonly Movement[]): Promise<BookedEntry[]> {
  return listEntries(
    sql`unnest(${movements.map(({ kind }) => kind)}::text[], ${movements.map(({ rootId }) => rootId)}::text[],
        ${movements.map(({ createdAt }) => createdAt)}::timestamptz[]) AS m(kind, root_id, created_at)
      JOIN postings p ON p.authorization_id = m.root_id AND p.kind::text = m.kind AND p.created_at = m.created_at`,
  );
}

function listBookedPostings(postingIds: readonly string[]): Promise<BookedEntry[]> {
  return listEntries(sql`(SELECT * FROM postings WHERE id = ANY(${postingIds})) p`);
}
