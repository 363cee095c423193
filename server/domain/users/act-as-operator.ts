import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { Environment, OperatorCaller, UserCaller } from "../caller";
import { DomainError } from "../errors";

/** Read from the database each time. Throws `not_permitted`. */
export async function actAsOperator(
  caller: UserCaller,
  input: { readonly environment: Environment },
): Promise<OperatorCaller> {
  const { userId, email, now, requestId } = caller;
  const [role] = await query<{ isShared: boolean }>(
    getPool(),
    sql`SELECT u.is_shared FROM roles r JOIN users u ON u.id = r.user_id
      WHERE r.user_id = ${userId} AND r.kind = 'network_operator' LIMIT 1`,
  );
  if (!role) throw new DomainError("not_permitted", "This page is for the network’s operators.");
  const { isShared } = role;
  return { kind: "operator", userId, email, isShared, environment: input.environment, now, requestId };
}

export function sharedOperator(): DomainError {
  return new DomainError(
    "not_permitted",
    "This demo login is shared. It can see everything but can’t change what others rely on.",
  );
}
