import assert from "node:assert/strict";
import { test } from "node:test";
import { type Chain, chainFrom, firstRowOf, linkPage, pageAt, rowsIn } from "./chain";
import { ROWS_AT_ONCE } from "./long-list";

function read(pages: readonly (readonly [count: number, next: string | null])[]): Chain {
  return pages.reduce((chain, [count, next], page) => linkPage(chain, page, { count, next }), chainFrom(null));
}

test("a page read says where the next one begins, and its rows are counted", () => {
  const chain = read([
    [25, "a"],
    [100, "b"],
  ]);
  assert.deepEqual(chain.starts, [null, "a", "b"]);
  assert.equal(rowsIn(chain), 125 + ROWS_AT_ONCE);
  assert.equal(firstRowOf(chain, 2), 125);
  assert.deepEqual(
    [0, 24, 25, 124, 125, 9_999].map((row) => pageAt(chain, row)),
    [0, 0, 1, 1, 2, 2],
  );
});

test("the last page ends the list", () => {
  const chain = read([
    [25, "a"],
    [3, null],
  ]);
  assert.deepEqual(chain.starts, [null, "a"]);
  assert.equal(rowsIn(chain), 28);
});

test("the next page begins at the new end of a page that is read again", () => {
  const chain = read([
    [25, "a"],
    [100, "b"],
    [100, "c"],
  ]);
  assert.deepEqual(linkPage(chain, 0, { count: 25, next: "a2" }).starts, [null, "a2", "b", "c"]);
  assert.equal(linkPage(chain, 1, { count: 100, next: "b" }), chain);
  assert.deepEqual(linkPage(chain, 1, { count: 7, next: null }).starts, [null, "a"]);
});
