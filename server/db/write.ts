import { announce, type Topic } from "./announce";
import { type Attempt, type Standing, standAsRead } from "./guarded";
import { query } from "./query";
import { join, raw, type Sql, sql } from "./sql";

/** A FROM item of one row for a part that hangs on no other. */
export const AT_ONCE = "(SELECT 1) AS at_once";

/** A FROM item of one row, for a part that must run after another: locks are taken in the one order by it. */
export function after(name: string): string {
  return `(SELECT count(*) FROM ${name}) AS after_${name}`;
}

/**
 * One statement that does all of its parts or none of them. Each part is a CTE; a required part must return as many rows
 * as it should, else the whole statement is undone: what it rests on has moved. Pages that show what is written are
 * notified once it is committed, so a write names them.
 */
export class Write {
  readonly #parts: Sql[] = [];
  readonly #guards: Sql[] = [];
  readonly #standings: Standing[] = [];

  add(name: string, part: Sql): this {
    this.#parts.push(sql`${raw(name)} AS (${part})`);
    return this;
  }

  /** Several CTEs with their names and the commas between them. */
  addAll(parts: Sql): this {
    this.#parts.push(parts);
    return this;
  }

  /** Several, of which the one of this name must return exactly this many rows. */
  requireAll(name: string, parts: Sql, rows: number): this {
    this.#guards.push(sql`(SELECT count(*) FROM ${raw(name)}) = ${rows}::bigint`);
    return this.addAll(parts);
  }

  /** A part that must return exactly this many rows. */
  require(name: string, part: Sql, rows: number): this {
    return this.requireAll(name, sql`${raw(name)} AS (${part})`, rows);
  }

  /** What the requests that it is done for rest on: it is undone where one has changed since it was read. */
  restingOn(standings: readonly (Standing | undefined)[]): this {
    this.#standings.push(...standings.filter((one) => one !== undefined));
    return this;
  }

  /** Throws what `runGuarded` tries again if a required part was not whole, or waited for a lock for too long. */
  async run(
    { db, waitsForLocksMs }: Pick<Attempt, "db" | "waitsForLocksMs">,
    topics: readonly [Topic, ...Topic[]],
  ): Promise<void> {
    // The standings come last: whoever changes one waits for no more than the rest of this statement.
    const asRead = this.#standings.length > 0 ? [standAsRead(this.#standings)] : [];
    const guards = [...this.#guards, ...asRead];
    const isWhole = guards.length > 0 ? join(guards, " AND ") : sql`true`;
    // The row of FROM comes before the parts that the guards count, so each of them waits no longer.
    const waits =
      waitsForLocksMs === undefined
        ? sql``
        : sql`FROM (SELECT set_config('lock_timeout', ${`${waitsForLocksMs}ms`}, true) AS until) w WHERE w.until IS NOT NULL`;
    await query(db, sql`WITH ${join(this.#parts, ", ")} SELECT require_guard(${isWhole}) ${waits}`);
    announce(db, ...topics);
  }
}
