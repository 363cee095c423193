import { hashLeaf } from "@/server/contracts/statement-proof/hashes";
import { foldTree, levelsOf } from "@/server/contracts/statement-proof/tree";

/**
 * Merkle tree of a block's entries, in groups of 64. A block stores each group's root, so that a proof of one entry reads its
 * group alone. Padding to a power of two consists of hashes that only the salt explains. A proof still reveals roughly how many
 * entries there are: to a factor of two by its levels, and by the places of the entries it shows.
 */
const GROUP_LEVELS = 6;
const GROUP = 2 ** GROUP_LEVELS;

export interface Leaves {
  readonly ids: readonly bigint[];
  readonly leaves: readonly Uint8Array[];
}

const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

function fill(
  nodes: readonly Uint8Array[],
  size: number,
  { salt, name }: { salt: string; name: string },
): Uint8Array[] {
  const missing = Math.max(0, size - nodes.length);
  const filled = Array.from({ length: missing }, (_, i) => hashLeaf(`${salt} nothing ${name} ${nodes.length + i}`));
  return [...nodes, ...filled];
}

const sizeOf = (nodes: readonly unknown[]) => 2 ** Math.ceil(Math.log2(Math.max(1, nodes.length)));

function levelsOfGroup(leaves: readonly Uint8Array[], salt: string, group: number) {
  return levelsOf(fill(leaves, GROUP, { salt, name: `${group}` }));
}

function levelsAbove(groups: readonly Uint8Array[], salt: string) {
  return levelsOf(fill(groups, sizeOf(groups), { salt, name: "above" }));
}

const rootOf = (levels: readonly (readonly Uint8Array[])[]) => levels.at(-1)?.[0] ?? new Uint8Array();

/** The root that a block seals, and the group hashes that it stores. */
export function hashTree({ ids, leaves }: Leaves, salt: string): { hash: string; groups: string[] } {
  const roots: Uint8Array[] = [];
  const groups: string[] = [];
  for (let from = 0; from < leaves.length; from += GROUP) {
    const root = rootOf(levelsOfGroup(leaves.slice(from, from + GROUP), salt, roots.length));
    groups.push(`${ids[Math.min(from + GROUP, ids.length) - 1]}:${toHex(root)}`);
    roots.push(root);
  }
  return { hash: toHex(rootOf(levelsAbove(roots, salt))), groups };
}

/** The group of an entry, and its range of ids; null if no group has it. */
export function findGroup(
  { entryGroups, after }: { readonly entryGroups: readonly string[]; readonly after: bigint },
  entryId: bigint,
): { readonly group: number; readonly after: bigint; readonly to: bigint } | null {
  const ends = entryGroups.map((text) => BigInt(text.split(":")[0] ?? ""));
  const group = ends.findIndex((end) => end >= entryId);
  const to = ends[group];
  return to === undefined ? null : { group, after: ends[group - 1] ?? after, to };
}

interface Shown {
  readonly places: readonly number[];
  readonly levels: number;
  /** The other hashes of the tree, from left to right. */
  readonly nodes: readonly string[];
}

/** `groups` must hold the groups of the wanted entries. */
export function showPlaces(
  { entryGroups, salt }: { readonly entryGroups: readonly string[]; readonly salt: string },
  groups: ReadonlyMap<number, Leaves>,
  wanted: readonly { readonly group: number; readonly entryId: bigint }[],
): Shown {
  const above = levelsAbove(
    entryGroups.map((text) => Buffer.from(text.split(":")[1] ?? "", "hex")),
    salt,
  );
  const within = new Map([...groups].map(([group, { leaves }]) => [group, levelsOfGroup(leaves, salt, group)]));
  const places = wanted.map(({ group, entryId }) => group * GROUP + (groups.get(group)?.ids.indexOf(entryId) ?? -1));
  const levels = GROUP_LEVELS + above.length - 1;
  const nodes: string[] = [];
  const nodeAt = (level: number, index: number) => {
    if (level >= GROUP_LEVELS) return above[level - GROUP_LEVELS]?.[index];
    const perGroup = GROUP >> level;
    return within.get(Math.floor(index / perGroup))?.[level]?.[index % perGroup];
  };
  foldTree(levels, places, {
    leafAt: (place) => nodeAt(0, place) ?? new Uint8Array(),
    nodeAt: (level, index) => {
      const node = nodeAt(level, index) ?? new Uint8Array();
      nodes.push(toHex(node));
      return node;
    },
  });
  return { places, levels, nodes };
}
