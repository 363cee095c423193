import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MemberId } from "@/server/platform/noun-ids";
import type { OperatorCaller, UserCaller } from "../caller";
import { DomainError } from "../errors";

/** A person whom an operator looks at, by one of their members. */
interface ByOperator {
  readonly operator: OperatorCaller;
  readonly memberId: MemberId;
}

/** A person by their own login, or by a member that an operator looks at. */
export type Who = UserCaller | ByOperator;

/** Throws `not_found` for a member that isn't in the operator's environment. */
export async function requireMember(db: Queryable, { operator, memberId }: ByOperator): Promise<void> {
  const known = await query(
    db,
    sql`SELECT 1 FROM members WHERE id = ${memberId} AND environment = ${operator.environment}::environment`,
  );
  if (known.length === 0) throw new DomainError("not_found", "No such member in this environment.");
}
