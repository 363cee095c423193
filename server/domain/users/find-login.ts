import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { OperatorCaller } from "../caller";
import { isOpenAt } from "./session";

/** What an operator sees of a login: how it is protected, and as what it signs in. */
export interface Login {
  readonly email: string;
  readonly isShared: boolean;
  readonly isOperator: boolean;
  readonly emailProvedAt: Date | null;
  readonly secondFactorSince: Date | null;
  readonly devices: bigint;
  readonly tenants: readonly string[];
  readonly wallets: bigint;
  readonly createdAt: Date;
}

/** The login with that very email, or null. */
export async function findLogin(caller: OperatorCaller, input: { readonly email: string }): Promise<Login | null> {
  const [login] = await query<Login>(
    getPool(),
    sql`SELECT u.email, u.is_shared, u.email_proved_at, u.totp_confirmed_at AS second_factor_since, u.created_at,
        EXISTS (SELECT 1 FROM roles r WHERE r.user_id = u.id AND r.kind = 'network_operator') AS is_operator,
        (SELECT count(*) FROM portal_sessions s WHERE s.user_id = u.id AND ${isOpenAt(caller.now)}) AS devices,
        (SELECT count(*) FROM roles r WHERE r.user_id = u.id AND r.kind = 'member') AS wallets,
        ARRAY(SELECT t.slug FROM roles r JOIN tenants t ON t.id = r.tenant_id WHERE r.user_id = u.id
          ORDER BY r.id LIMIT 20) AS tenants
      FROM users u WHERE u.email = ${input.email.toLowerCase()}`,
  );
  return login ?? null;
}
