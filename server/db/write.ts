import { announce, type Topic } from "./announce";
import { type Attempt, isStandingUnchanged, type Standing } from "./guarded";
import { query } from "./query";
import { join, raw, type Sql, sql } from "./sql";

/** A one-row FROM item for a part that depends on no other. */
export const AT_ONCE = "(SELECT 1) AS at_once";

/** A one-row FROM item that makes a part run after another, which keeps the lock order. */
export function after(name: string): string {
  return `(SELECT count(*) FROM ${name}) AS after_${name}`;
}

/**
 * One query that does all of its parts or none. Each part is a CTE; if a required part returns another number of rows than
 * expected, the query is undone, because the data has changed. Topics are announced after the commit.
 */
export class Write {
  readonly #parts: Sql[] = [];
  readonly #guards: Sql[] = [];
  readonly #standings: Standing[] = [];

  add(name: string, part: Sql): this {
    this.#parts.push(sql`${raw(name)} AS (${part})`);
    return this;
  }

  addAll(parts: Sql): this {
    this.#parts.push(parts);
    return this;
  }

  /** Adds several CTEs; the named one must return exactly `rows` rows. */
  requireAll(name: string, parts: Sql, rows: number): this {
    this.#guards.push(sql`(SELECT count(*) FROM ${raw(name)}) = ${rows}::bigint`);
    return this.addAll(parts);
  }

  require(name: string, part: Sql, rows: number): this {
    return this.requireAll(name, sql`${raw(name)} AS (${part})`, rows);
  }

  /** Undoes the query if one of these standings has changed since it was read. */
  restingOn(standings: readonly (Standing | undefined)[]): this {
    this.#standings.push(...standings.filter((one) => one !== undefined));
    return this;
  }

  /** Throws an error that `runGuarded` retries if a required part failed or a lock took too long. */
  async run(
    { db, waitsForLocksMs }: Pick<Attempt, "db" | "waitsForLocksMs">,
    topics: readonly [Topic, ...Topic[]],
  ): Promise<void> {
    // Standings are checked last, so that whoever changes one waits only for the rest of this query.
    const asRead = this.#standings.length > 0 ? [isStandingUnchanged(this.#standings)] : [];
    const guards = [...this.#guards, ...asRead];
    const isWhole = guards.length > 0 ? join(guards, " AND ") : sql`true`;
    // The FROM row is evaluated before the guarded parts, so the lock timeout applies to each of them.
    const waits =
      waitsForLocksMs === undefined
        ? sql``
        : sql`FROM (SELECT set_config('lock_timeout', ${`${waitsForLocksMs}ms`}, true) AS until) w WHERE w.until IS NOT NULL`;
    await query(db, sql`WITH ${join(this.#parts, ", ")} SELECT require_guard(${isWhole}) ${waits}`);
    announce(db, ...topics);
  }
}
