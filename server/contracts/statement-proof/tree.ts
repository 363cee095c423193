import { hashPair } from "./hashes";

interface Nodes {
  /** The hash of the leaf at a place. */
  readonly leafAt: (place: number) => Uint8Array;
  /** What a part of the tree without any of the places comes to; level 0 is the leaves. */
  readonly nodeAt: (level: number, index: number) => Uint8Array;
}

/**
 * The root of a binary tree of `2 ** levels` leaves, of which some places are known. Asks for the leaves at those places and,
 * from left to right, for the largest parts without any: whoever proves writes these down, whoever checks reads them.
 */
export function foldTree(levels: number, places: readonly number[], { leafAt, nodeAt }: Nodes): Uint8Array {
  const fold = (level: number, index: number, within: readonly number[]): Uint8Array => {
    if (within.length === 0) return nodeAt(level, index);
    if (level === 0) return leafAt(index);
    const middle = (2 * index + 1) * 2 ** (level - 1);
    const left = fold(
      level - 1,
      2 * index,
      within.filter((place) => place < middle),
    );
    const right = fold(
      level - 1,
      2 * index + 1,
      within.filter((place) => place >= middle),
    );
    return hashPair(left, right);
  };
  return fold(levels, 0, places);
}

/** Every level of a tree over these nodes, whose number is a power of two; the last is the root alone. */
export function levelsOf(nodes: readonly Uint8Array[]): readonly (readonly Uint8Array[])[] {
  const levels = [nodes];
  for (let level = nodes; level.length > 1; levels.push(level)) {
    const pairs: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) pairs.push(hashPair(nodeOf(level, i), nodeOf(level, i + 1)));
    level = pairs;
  }
  return levels;
}

function nodeOf(level: readonly Uint8Array[], index: number): Uint8Array {
  const node = level[index];
  if (!node) throw new RangeError("the leaves of a tree are a power of two");
  return node;
}
