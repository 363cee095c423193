import { setTimeout as sleep } from "node:timers/promises";
import { blockLine } from "@/server/contracts/statement-proof/block";
import { isUniqueViolation } from "@/server/db/errors";
import { insertRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { yieldBetweenBatches } from "@/server/domain/yield-between-batches";
import { randomHex, versionOf } from "@/server/platform/crypto";
import { sealingVersion } from "@/server/platform/key-ring";
import { listUnproven } from "../list-fundings";
import { type Block, hashOf, isSignedBlock, signBlock } from "./block";
import { digestAudits, digestEntries } from "./digest-rows";
import { findHead } from "./head";

/** Rows per table and block. A block is hashed by one query, and then here, which blocks requests. */
const MAX_ROWS = 2_000;
const SALT_BYTES = 32;
/** Keeps up with 1,600 payments a second. */
const MAX_BLOCKS = 100;
const PATIENCE_MS = 5_000;

export interface Sealed {
  readonly blocks: number;
  readonly head: string | null;
  /** Funding postings that the server did not write. */
  readonly unproven: readonly string[];
}

/**
 * Seals entries, postings, and audit records in blocks, each of which holds the hash of the one before. Changes none of the
 * rows and locks none. Leftovers, and rows still being written, are for the next run. Safe to run at any time and concurrently:
 * a block's number is its key. Throws if the last block isn't what the server signed: nothing is built on that.
 */
export async function sealBooks({
  now,
  patienceMs = PATIENCE_MS,
}: {
  readonly now: Date;
  readonly patienceMs?: number;
}): Promise<Sealed> {
  const made: Block[] = [];
  const final = await findFinalRows(patienceMs);
  const rest = yieldBetweenBatches();
  while (final && made.length < MAX_BLOCKS) {
    await rest();
    const head = await findHead();
    requireGenuine(head);
    const block = await nextBlock(head, final, now);
    if (!block || !(await write(block))) break;
    made.push(block);
  }
  const last = made.at(-1);
  return {
    blocks: made.length,
    head: last ? blockLine(last) : null,
    unproven: made.flatMap(({ unproven }) => unproven),
  };
}

/** An older version that isn't known was forgotten: the next block is sealed with the current one. */
function requireGenuine(head: Block | null): asserts head is Block {
  if (!head) throw new Error("the chain of blocks has lost its beginning");
  const isForgotten = versionOf(head.signature) < sealingVersion();
  if (hashOf(head) !== head.hash || !(isSignedBlock(head) ?? isForgotten)) {
    throw new Error(`block ${head.number} is not what the server signed`);
  }
}

/** Null if there is nothing to seal. After a key rotation, a block without rows signs the chain anew. */
async function nextBlock(head: Block, final: FinalRows, now: Date): Promise<Block | null> {
  const [to] = await query<{ entry: bigint; audit: bigint }>(
    getPool(),
    sql`SELECT
      coalesce((SELECT max(id) FROM (SELECT id FROM entries WHERE id > ${head.toEntry} AND id <= ${final.entry}
        ORDER BY id LIMIT ${MAX_ROWS}) next), ${head.toEntry}::bigint) AS entry,
      coalesce((SELECT max(number) FROM (SELECT number FROM audit_records WHERE number > ${head.toAudit}
        AND number <= ${final.audit} ORDER BY number LIMIT ${MAX_ROWS}) next), ${head.toAudit}::bigint) AS audit`,
  );
  if (!to) throw new Error("a SELECT without a row");
  const isOldKey = head.number > 0n && versionOf(head.signature) !== sealingVersion();
  if (to.entry === head.toEntry && to.audit === head.toAudit && !isOldKey) return null;
  const salt = randomHex(SALT_BYTES);
  const [entries] = await digestEntries([{ after: head.toEntry, to: to.entry, salt }]);
  const [audits] = await digestAudits([{ after: head.toAudit, to: to.audit, salt: "" }]);
  if (!entries || !audits) throw new Error("a range without a digest");
  return signBlock({
    number: head.number + 1n,
    previousHash: head.hash,
    toEntry: to.entry,
    entryCount: entries.rows,
    entriesHash: entries.hash,
    toAudit: to.audit,
    auditCount: audits.rows,
    auditsHash: audits.hash,
    provenFrom: head.provenFrom,
    unproven: await listUnproven({ after: head.toEntry, to: to.entry }),
    salt,
    entryGroups: [...entries.groups],
    createdAt: now,
  });
}

/** False if another process was faster. */
async function write(block: Block): Promise<boolean> {
  const written = await query(
    getPool(),
    sql`WITH written AS (${insertRows("book_blocks", [block], "(SELECT 1) AS work")}) SELECT 1`,
  ).catch((error: unknown) => {
    if (isUniqueViolation(error, "book_blocks_pkey")) return [];
    throw error;
  });
  return written.length > 0;
}

const WRITERS_POLL_MS = 100;

/** No further row can appear up to these numbers. */
interface FinalRows {
  readonly entry: bigint;
  readonly audit: bigint;
}

/**
 * A row gets its number before its transaction commits, so a smaller number may appear after a larger one. But a transaction
 * that has drawn a number holds a lock on the table until it ends: once all current writers have ended, nothing can appear
 * below what was there. (`CREATE INDEX CONCURRENTLY` waits the same way; nobody waits for us.) Null if a writer took longer
 * than `patienceMs`; ask again.
 */
async function findFinalRows(patienceMs: number): Promise<FinalRows | null> {
  const [largest] = await query<{ entry: bigint; audit: bigint }>(
    getPool(),
    sql`SELECT coalesce((SELECT max(id) FROM entries), 0) AS entry,
      coalesce((SELECT max(number) FROM audit_records), 0) AS audit`,
  );
  if (!largest) throw new Error("a SELECT without a row");
  let writers = await listWriters();
  for (let waited = 0; writers.length > 0; waited += WRITERS_POLL_MS) {
    if (waited >= patienceMs) return null;
    await sleep(WRITERS_POLL_MS);
    const still = new Set(await listWriters());
    writers = writers.filter((writer) => still.has(writer));
  }
  return largest;
}

/** Transactions that have written to one of the tables, or are about to. Names are never reused. */
async function listWriters(): Promise<string[]> {
  const rows = await query<{ name: string }>(
    getPool(),
    sql`SELECT DISTINCT virtualtransaction AS name FROM pg_locks
      WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND relation IN ('entries'::regclass, 'audit_records'::regclass)`,
  );
  return rows.map(({ name }) => name);
}
