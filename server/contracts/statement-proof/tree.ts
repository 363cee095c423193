import { hashPair } from "./hashes";

interface Nodes {
  readonly leafAt: (place: number) => Uint8Array;
  /** Hash of a subtree without any of the places; level 0 is the leaves. */
  readonly nodeAt: (level: number, index: number) => Uint8Array;
}

/**
 * Root of a binary tree with `2 ** levels` leaves, some of whose places are known. Asks for the leaves at those places and,
 * from left to right, for the largest subtrees without any. The prover writes these down and the verifier reads them.
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

/** All levels of a tree over these nodes, whose number must be a power of two; the last is the root. */
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
