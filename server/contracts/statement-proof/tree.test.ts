import assert from "node:assert/strict";
import { test } from "node:test";
import { hashLeaf } from "./hashes";
import { foldTree, levelsOf } from "./tree";

const LEVELS = 4;
const SIZE = 2 ** LEVELS;
const leaves = Array.from({ length: SIZE }, (_, i) =>
  hashLeaf(`a leaf that is longer than the two hashes of a pair: ${i}`),
);
const levels = levelsOf(leaves);
const root = levels[LEVELS]?.[0];

const at = (level: number, index: number) => {
  const node = levels[level]?.[index];
  assert.ok(node);
  return node;
};

test("any leaves with the parts beside them come to the root, and to no more parts than it takes", () => {
  for (let chosen = 1; chosen < 2 ** SIZE; chosen += 97) {
    const places = leaves.flatMap((_, place) => (chosen & (1 << place) ? [place] : []));
    const beside: (readonly [number, number])[] = [];
    const nodeAt = (level: number, index: number) => {
      beside.push([level, index]);
      return at(level, index);
    };
    assert.deepEqual(foldTree(LEVELS, places, { leafAt: (place) => at(0, place), nodeAt }), root);
    const covered = beside.reduce((sum, [level]) => sum + 2 ** level, places.length);
    assert.equal(covered, SIZE, `${places}`);
  }
});

test("another leaf, another place, or another part comes to another root", () => {
  const nodeAt = at;
  const wrong = [
    foldTree(LEVELS, [3], { leafAt: () => at(0, 4), nodeAt }),
    foldTree(LEVELS, [4], { leafAt: () => at(0, 3), nodeAt }),
    foldTree(LEVELS, [3], { leafAt: (place) => at(0, place), nodeAt: (level) => at(level, 0) }),
  ];
  for (const other of wrong) assert.notDeepEqual(other, root);
});

test("a tree of one leaf is that leaf; any other number than a power of two is none", () => {
  assert.deepEqual(levelsOf([at(0, 0)]), [[at(0, 0)]]);
  assert.throws(() => levelsOf(leaves.slice(0, 3)), RangeError);
});
