import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { raw, type Sql, sql } from "@/server/db/sql";
import type { NetworkKeyCaller, OperatorCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import type { List, Span } from "@/server/domain/list";
import { isRecordId, type RecordId } from "@/server/platform/ids";

export interface BankStatement {
  readonly id: RecordId;
  readonly bankAccountId: RecordId;
  readonly currency: string;
  readonly format: "camt_053" | "mt940" | "csv";
  readonly number: string | null;
  readonly fromOn: Date;
  readonly toOn: Date;
  readonly openingMinor: bigint | null;
  readonly closingMinor: bigint | null;
  /** What is missing between the one before and this one; null: nothing, or there is nothing to compare. */
  readonly gapMinor: bigint | null;
  readonly lineCount: number;
  readonly newCount: number;
  readonly handledCount: number;
  readonly unassignedCount: number;
  readonly isFinished: boolean;
  /** An operator's email, or the name of a network key. */
  readonly broughtBy: string;
  readonly createdAt: Date;
}

type Caller = OperatorCaller | NetworkKeyCaller;

/**
 * SQL: order of statements `s` of an account, the first first, or backwards. Banks count those of a day (`231/9`, `231/10`); the
 * ids of one file's ascend.
 */
export function inStatementOrder(way: "ASC" | "DESC" = "ASC"): Sql {
  return raw(
    ["s.to_on", "s.from_on", "length(s.number)", "s.number", "s.created_at", "s.id"]
      .map((key) => `${key} ${way}`)
      .join(),
  );
}

/**
 * Gaps are between all statements of an account that brought something or say that nothing came, whichever of them are wanted. None
 * where one of this day or the day before closes with this opening: banks number as they like.
 */
function select({ environment }: Caller, rest: Sql): Promise<BankStatement[]> {
  return query<BankStatement>(
    getPool(),
    sql`SELECT s.id, s.bank_account_id, b.currency, s.format, s.number, s.from_on, s.to_on, s.opening_minor, s.closing_minor,
        CASE WHEN NOT EXISTS (SELECT 1 FROM bank_statements p WHERE p.bank_account_id = s.bank_account_id AND p.id <> s.id
            AND p.closing_minor = s.opening_minor AND p.to_on BETWEEN s.day_before AND s.to_on) THEN s.gap_minor END AS gap_minor,
        s.line_count, s.new_count, s.handled_count, s.finished_at IS NOT NULL AS is_finished,
        coalesce(u.email, k.label) AS brought_by, s.created_at,
        (SELECT count(*)::integer FROM bank_lines l WHERE l.statement_id = s.id AND l.state = 'unassigned') AS unassigned_count
      FROM (
        SELECT s.*, max(s.to_on) OVER (PARTITION BY s.bank_account_id, s.is_repeat ORDER BY s.to_on
            RANGE BETWEEN UNBOUNDED PRECEDING AND '1 day' PRECEDING) AS day_before, CASE WHEN NOT s.is_repeat THEN
            nullif(s.opening_minor - lag(s.closing_minor) OVER chain, 0) END AS gap_minor
        FROM (SELECT s.*, s.line_count > 0 AND s.new_count = 0 AS is_repeat FROM bank_statements s
          WHERE s.environment = ${environment}::environment) s
        WINDOW chain AS (PARTITION BY s.bank_account_id, s.is_repeat ORDER BY ${inStatementOrder()})
      ) s JOIN bank_accounts b ON b.id = s.bank_account_id
        LEFT JOIN users u ON u.id = s.user_id LEFT JOIN network_keys k ON k.id = s.network_key_id
      ${rest}`,
  );
}

const MAX_STATEMENTS = 200;

/** The newest first, by the days they are of. */
export function listBankStatements(caller: OperatorCaller): Promise<BankStatement[]> {
  return select(caller, sql`ORDER BY ${inStatementOrder("DESC")} LIMIT ${MAX_STATEMENTS}`);
}

/** The last to come first. */
export function statementList(caller: NetworkKeyCaller, span: Span): List<BankStatement> {
  return {
    as: sql`f`,
    own: sql`FROM bank_statements f WHERE f.environment = ${caller.environment}::environment`,
    columns: sql`f.id, f.created_at`,
    span,
    read: ({ found, order }) =>
      select(
        caller,
        sql`JOIN (SELECT f.id, row_number() OVER (ORDER BY ${order}) AS place FROM ${found} f) f ON f.id = s.id
        ORDER BY f.place`,
      ),
  };
}

/** In this order. Throws `not_found`. */
export async function getBankStatements(
  caller: NetworkKeyCaller,
  ids: readonly string[],
): Promise<[BankStatement, ...BankStatement[]]> {
  const wanted = ids.filter(isRecordId);
  const [first, ...others] =
    wanted.length === 0
      ? []
      : await select(caller, sql`WHERE s.id = ANY(${wanted}::text[]) ORDER BY array_position(${wanted}::text[], s.id)`);
  if (!first) throw new DomainError("not_found", "No such statement in this environment.");
  return [first, ...others];
}
