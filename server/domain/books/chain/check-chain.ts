import { performance } from "node:perf_hooks";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { CheckResult } from "../../ledger";
import { findUnprovenFundings } from "../list-fundings";
import { type Block, hashOf, isSignedBlock } from "./block";
import { digestAudits, digestEntries, type Range, type RowsDigest } from "./digest-rows";
import type { readLine } from "./head";

const MAX_BREACHES = 20;
const PAGE = 1_000;
const MAX_ROWS = 50_000;
const BEGINNING = -(2n ** 63n);

type Breach = CheckResult["breaches"][number];
interface Sealed {
  readonly digest: (ranges: readonly Range[]) => Promise<RowsDigest[]>;
  readonly rangeOf: (block: Block, before: Block | null) => Range;
  readonly rowsOf: (block: Block) => number;
  readonly hashOf: (block: Block) => string;
  readonly what: string;
}

const ENTRIES: Sealed = {
  digest: digestEntries,
  rangeOf: ({ toEntry: to, salt }, before) => ({ after: before?.toEntry ?? BEGINNING, to, salt }),
  rowsOf: ({ entryCount }) => entryCount,
  hashOf: ({ entriesHash }) => entriesHash,
  what: "entries",
};
const AUDITS: Sealed = {
  digest: digestAudits,
  rangeOf: ({ toAudit: to }, before) => ({ after: before?.toAudit ?? BEGINNING, to, salt: "" }),
  rowsOf: ({ auditCount }) => auditCount,
  hashOf: ({ auditsHash }) => auditsHash,
  what: "audit records",
};

interface Walk {
  readonly links: Breach[];
  readonly entries: Breach[];
  readonly audits: Breach[];
  readonly unproven: Set<string>;
  head: Block | null;
  durations: { links: number; entries: number; audits: number };
  blocks: number;
  rows: { entries: number; audits: number };
}

/**
 * Rehashes the whole chain and every row that it seals. `kept` is a head that was noted elsewhere earlier. Writes nothing, and
 * runs beside traffic, since sealed rows never change. At most 20 breaches per check.
 */
export async function checkChain(kept: NonNullable<ReturnType<typeof readLine>> | null): Promise<CheckResult[]> {
  const walk = newWalk();
  for (;;) {
    const page = await query<Block>(
      getPool(),
      sql`SELECT * FROM book_blocks WHERE number > ${walk.head?.number ?? BEGINNING}::bigint ORDER BY number LIMIT ${PAGE}`,
    );
    if (page.length === 0) break;
    await checkPage(walk, page);
  }
  checkHead(walk);
  const { links, entries, audits, durations, rows } = walk;
  const blocks = { table: "book_blocks", rows: walk.blocks };
  const results: CheckResult[] = [
    newResult("the blocks that seal the books follow one another, and the server signed the last", {
      about: "block",
      durationMs: durations.links,
      looksAt: [blocks],
      breaches: links,
    }),
    newResult("sealed entries and postings are as they were sealed", {
      about: "block",
      durationMs: durations.entries,
      looksAt: [{ table: "entries", rows: rows.entries }],
      breaches: entries,
    }),
    newResult("sealed audit records are as they were sealed", {
      about: "block",
      durationMs: durations.audits,
      looksAt: [{ table: "audit_records", rows: rows.audits }],
      breaches: audits,
    }),
    await checkFundings(walk),
  ];
  return kept ? [...results, await checkKept(kept)] : results;
}

function newWalk(): Walk {
  return {
    links: [],
    entries: [],
    audits: [],
    unproven: new Set<string>(),
    head: null,
    blocks: 0,
    durations: { links: 0, entries: 0, audits: 0 },
    rows: { entries: 0, audits: 0 },
  };
}

function newResult(name: string, result: Omit<CheckResult, "name">): CheckResult {
  return {
    name,
    ...result,
    durationMs: Math.round(result.durationMs),
    breaches: result.breaches.slice(0, MAX_BREACHES),
  };
}

async function checkPage(walk: Walk, page: readonly Block[]): Promise<void> {
  const pairs = page.map((block, index) => ({ block, before: index === 0 ? walk.head : (page[index - 1] ?? null) }));
  const startedAt = performance.now();
  for (const { block, before } of pairs) {
    const why = describeBrokenLink(block, before);
    if (why) walk.links.push(breachOf(block, why));
    for (const posting of block.unproven) walk.unproven.add(posting);
  }
  const linkedAt = performance.now();
  walk.rows.entries += await compareRows(ENTRIES, pairs, walk.entries);
  const readAt = performance.now();
  walk.rows.audits += await compareRows(AUDITS, pairs, walk.audits);
  walk.durations.links += linkedAt - startedAt;
  walk.durations.entries += readAt - linkedAt;
  walk.durations.audits += performance.now() - readAt;
  walk.blocks += page.length;
  walk.head = page.at(-1) ?? walk.head;
}

const breachOf = ({ number }: Pick<Block, "number">, says: string): Breach => ({
  record: number.toString(),
  offByMinor: 0n,
  says,
});

/** Null if it follows the one before it. */
function describeBrokenLink(block: Block, before: Block | null): string | null {
  if (hashOf(block) !== block.hash) return "was changed: its hash is not that of what it says";
  if (!before)
    return block.number === 0n ? null : `is the first that is there: the ${block.number} before it are missing`;
  if (block.number !== before.number + 1n) return `follows block ${before.number}: those between are missing`;
  if (block.previousHash !== before.hash) return "names another block before it than the one that is there";
  // Proofs from this block rest on its own signature. With a forgotten key it can't be checked.
  if (isSignedBlock(block) === false) return "was not signed by the server";
  const isFurther = block.toEntry >= before.toEntry && block.toAudit >= before.toAudit;
  return isFurther ? null : "does not go on where the one before it ends";
}

/** Each block holds the hash of the one before, so the head's signature vouches for all: its key must be known. */
function checkHead({ head, links }: Walk): void {
  if (!head) links.push(breachOf({ number: 0n }, "is missing: nothing is sealed"));
  else if (isSignedBlock(head) === null) links.push(breachOf(head, "was signed with a key that is not known"));
}

interface Pair {
  readonly block: Block;
  readonly before: Block | null;
}

async function compareRows(sealed: Sealed, pairs: readonly Pair[], breaches: Breach[]): Promise<number> {
  let compared = 0;
  for (const group of inGroups(pairs, sealed.rowsOf)) {
    const digests = await sealed.digest(group.map(({ block, before }) => sealed.rangeOf(block, before)));
    for (const [index, { block, before }] of group.entries()) {
      const { rows = 0, hash = "" } = digests[index] ?? {};
      compared += rows;
      if (hash === sealed.hashOf(block)) continue;
      breaches.push(breachOf(block, describeDifference(sealed, { block, before }, rows)));
    }
  }
  return compared;
}

function describeDifference({ what, rangeOf, rowsOf }: Sealed, { block, before }: Pair, rows: number): string {
  const { after, to } = rangeOf(block, before);
  const which = `${what} ${after === BEGINNING ? "up" : after + 1n} to ${to}`;
  const missing = rowsOf(block) - rows;
  if (missing === 0) return `sealed ${which}, of which some were changed`;
  return `sealed ${which}, of which ${Math.abs(missing)} ${missing > 0 ? "are missing" : "were added later"}`;
}

function inGroups(pairs: readonly Pair[], rowsOf: Sealed["rowsOf"]): Pair[][] {
  const groups: Pair[][] = [];
  let rows = Number.POSITIVE_INFINITY;
  for (const pair of pairs) {
    rows += rowsOf(pair.block);
    const last = groups.at(-1);
    if (last && rows <= MAX_ROWS) last.push(pair);
    else {
      groups.push([pair]);
      rows = rowsOf(pair.block);
    }
  }
  return groups;
}

async function checkFundings({ head, unproven }: Walk): Promise<CheckResult> {
  const startedAt = performance.now();
  const { fundings, found } = await findUnprovenFundings({ toEntry: head?.toEntry ?? 0n, unproven }, MAX_BREACHES);
  return newResult("every funding has its audit record, and the server wrote both", {
    about: "posting",
    durationMs: performance.now() - startedAt,
    looksAt: [{ table: "fundings", rows: fundings }],
    breaches: found.map(({ postingId, amountMinor }) => ({ record: postingId, offByMinor: amountMinor })),
  });
}

async function checkKept(kept: Pick<Block, "number" | "hash" | "signature">): Promise<CheckResult> {
  const startedAt = performance.now();
  const [there] = await query<{ hash: string }>(
    getPool(),
    sql`SELECT hash FROM book_blocks WHERE number = ${kept.number}::bigint`,
  );
  const signed = isSignedBlock(kept) ? "the server signed it" : "its signature is not one of the server’s keys";
  const says = there ? `is another one than the head that was kept; ${signed}` : `was kept and is not there; ${signed}`;
  return newResult("the chain has the head that was kept elsewhere", {
    about: "block",
    durationMs: performance.now() - startedAt,
    looksAt: [{ table: "book_blocks", rows: 1 }],
    breaches: there?.hash === kept.hash ? [] : [breachOf(kept, says)],
  });
}
