import type { ProvenBlock } from "@/server/contracts/statement-proof/document";
import { blindOf, hideAccount, type SealedEntry } from "@/server/contracts/statement-proof/sealed-entry";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { versionOf } from "@/server/platform/crypto";
import { type Block, faceOf, publicKeyOf } from "./block";
import { readLeaves } from "./digest-rows";
import { findGroup, type Leaves, showPlaces } from "./entry-tree";

/** As stored; a proof hides the account. */
export interface BookedEntry extends Omit<SealedEntry, "account"> {
  readonly id: bigint;
  readonly accountId: string;
}

export interface ShownEntries {
  readonly blocks: readonly ProvenBlock[];
  readonly keys: ReadonlyMap<number, string>;
  readonly waiting: readonly BookedEntry[];
}

interface SealingBlock {
  readonly block: Block;
  readonly after: bigint;
  readonly entries: readonly BookedEntry[];
}

/** Blocks that seal these entries (in id order). Reads only the groups of 64 that hold them, however large the block. */
export async function showEntries(entries: readonly BookedEntry[]): Promise<ShownEntries> {
  const blockOf = await findBlocks(entries);
  const ofBlocks = new Map<bigint | null, BookedEntry[]>();
  for (const entry of entries) {
    const number = blockOf.get(entry.id) ?? null;
    ofBlocks.set(number, [...(ofBlocks.get(number) ?? []), entry]);
  }
  const sealing = await readBlocks(ofBlocks);
  const groups = await readGroups(sealing);
  const keys = new Map<number, string>();
  for (const { block } of sealing) {
    const key = publicKeyOf(block);
    if (key !== null) keys.set(versionOf(block.signature), key);
  }
  return {
    blocks: sealing.map((one) => showBlock(one, groups.get(one.block.number) ?? new Map())),
    keys,
    waiting: ofBlocks.get(null) ?? [],
  };
}

async function findBlocks(entries: readonly BookedEntry[]): Promise<Map<bigint, bigint>> {
  const rows = await query<{ entryId: bigint; number: bigint }>(
    getPool(),
    sql`SELECT i.entry_id, b.number FROM unnest(${entries.map(({ id }) => id)}::bigint[]) AS i(entry_id)
      CROSS JOIN LATERAL (SELECT number FROM book_blocks WHERE to_entry >= i.entry_id
        ORDER BY to_entry, number LIMIT 1) b`,
  );
  return new Map(rows.map(({ entryId, number }) => [entryId, number]));
}

async function readBlocks(ofBlocks: ReadonlyMap<bigint | null, readonly BookedEntry[]>): Promise<SealingBlock[]> {
  const numbers = [...ofBlocks.keys()].filter((number) => number !== null);
  const rows = await query<Block & { after: bigint }>(
    getPool(),
    sql`SELECT b.*, coalesce(p.to_entry, 0) AS after FROM book_blocks b LEFT JOIN book_blocks p ON p.number = b.number - 1
      WHERE b.number = ANY(${numbers}::bigint[]) ORDER BY b.number`,
  );
  return rows.map(({ after, ...block }) => ({ block, after, entries: ofBlocks.get(block.number) ?? [] }));
}

async function readGroups(sealing: readonly SealingBlock[]): Promise<Map<bigint, Map<number, Leaves>>> {
  const wanted = sealing.flatMap(({ block, after, entries }) => {
    const { number, salt, entryGroups } = block;
    const found = entries.flatMap(({ id }) => findGroup({ entryGroups, after }, id) ?? []);
    return [...new Map(found.map((group) => [group.group, { number, salt, ...group }])).values()];
  });
  const read = wanted.length > 0 ? await readLeaves(wanted) : [];
  const groups = new Map<bigint, Map<number, Leaves>>();
  for (const [i, { number, group }] of wanted.entries()) {
    const leaves = read[i];
    if (leaves) groups.set(number, (groups.get(number) ?? new Map<number, Leaves>()).set(group, leaves));
  }
  return groups;
}

function showBlock({ block, after, entries }: SealingBlock, groups: ReadonlyMap<number, Leaves>): ProvenBlock {
  const { entryGroups, salt, hash, signature } = block;
  const wanted = entries.map(({ id }) => ({ entryId: id, group: findGroup({ entryGroups, after }, id)?.group ?? -1 }));
  const { places, levels, nodes } = showPlaces(block, groups, wanted);
  return {
    ...faceOf(block),
    hash,
    signature,
    keyVersion: publicKeyOf(block) === null ? null : versionOf(signature),
    levels,
    entries: entries.map(({ id, accountId, ...entry }, i) => {
      const blind = blindOf(salt, id);
      return { place: places[i] ?? 0, blind, ...entry, account: hideAccount(blind, accountId) };
    }),
    nodes: [...nodes],
  };
}
