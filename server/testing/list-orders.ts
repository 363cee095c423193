import assert from "node:assert/strict";
import type { Total } from "@/server/domain/count-rows";
import { queryTestDatabase } from "./database-rows";
import { insertCopies } from "./factories/row-copies";

export interface Shown {
  readonly id: string;
}

export interface Page<Row> {
  readonly items: readonly Row[];
  readonly next: string | null;
  readonly isPart: boolean;
  readonly total: Total | null;
}

interface Asked<Sort> {
  readonly sort?: Sort;
  readonly cursor: string | null;
  readonly limit: number;
}

interface List<Sort, Row extends Shown> {
  readonly sorts: readonly Sort[];
  readonly ask: (asked: Asked<Sort>) => Promise<Page<Row>>;
  readonly valueOf: (row: Row, name: string) => unknown;
  /** The list examines only a limited number of records, or counts in its own way. */
  readonly isUncounted?: true;
  /** Inserts copies of one row in groups of three equal values, each newer than the previous. */
  readonly add: (first: number, last: number) => Promise<void>;
}

async function readAll<Sort, Row extends Shown>(
  { ask }: List<Sort, Row>,
  asked: { readonly sort?: Sort; readonly limit: number },
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<Row[]> {
  const found: Row[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Row> = await ask({ ...asked, cursor });
    found.push(...page.items);
    if (cursor === null) await meanwhile();
    cursor = page.next;
  } while (cursor !== null);
  return found;
}

/** The first eight are in the past; later ones are the newest, partly in the future. */
const CREATED_AT = "CASE WHEN n > 8 THEN now() + n * interval '1 minute' ELSE created_at + n * interval '1 second' END";

export const idsOf = (rows: readonly Shown[]) => rows.map(({ id }) => id);

type Copies = Parameters<typeof insertCopies>[0];

export const addCopies = ({ changed, ...copies }: Copies) =>
  insertCopies({ ...copies, changed: { created_at: CREATED_AT, ...changed } });

/** Equal values must be adjacent. */
function assertTogether(values: readonly unknown[], what: string): void {
  const runs = values.filter((value, at) => at === 0 || value !== values[at - 1]);
  assert.equal(new Set(runs).size, runs.length, `${what}: ${values.join()}`);
}

/** Reads a list in every order, page by page, also while rows are added. Each row must appear exactly once. */
export async function checkOrders<Sort extends string, Row extends Shown>(list: List<Sort, Row>): Promise<void> {
  await list.add(1, 8);
  const newestFirst = idsOf(await readAll(list, { limit: 3 }));
  assert.equal(new Set(newestFirst).size, newestFirst.length);
  assert.ok(newestFirst.length >= 9);
  const total = list.isUncounted ? null : { count: newestFirst.length, isMore: false };
  for (const sort of [undefined, ...list.sorts])
    assert.deepEqual((await list.ask({ ...(sort && { sort }), cursor: null, limit: 2 })).total, total, sort);
  let number = 8;
  for (const sort of list.sorts) {
    const known = [...idsOf(await readAll(list, { limit: 100 }))];
    const rows = await readAll(list, { sort, limit: 2 });
    assert.deepEqual([...idsOf(rows)].sort(), [...known].sort(), sort);
    if (sort === "time") assert.deepEqual(idsOf(rows), known.toReversed());
    else
      assertTogether(
        rows.map((row) => list.valueOf(row, sort.replace("-", ""))),
        sort,
      );
    const other = list.sorts.find((each) => each === `-${sort}`);
    if (other) assert.deepEqual(idsOf(await readAll(list, { sort: other, limit: 4 })), idsOf(rows).toReversed(), sort);
    const meanwhile = await readAll(list, { sort, limit: 3 }, async () => {
      await list.add(number + 1, number + 2);
      number += 2;
    });
    const late = idsOf(meanwhile).filter((id) => !known.includes(id));
    assert.equal(new Set(idsOf(meanwhile)).size, meanwhile.length, `${sort}, while others come`);
    assert.equal(meanwhile.length - late.length, known.length, `${sort}, while others come`);
  }
}

/** Backdates a table's first row, so that its copies aren't in the future. */
export async function putBack(table: string, condition: string): Promise<string> {
  const [row] = await queryTestDatabase<{ id: string }>(
    `UPDATE ${table} SET created_at = created_at - interval '1 day' WHERE ${condition} RETURNING id`,
  );
  assert.ok(row);
  return row.id;
}
