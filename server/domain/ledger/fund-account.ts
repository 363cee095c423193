import type { NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { newRecordId } from "@/server/platform/ids";
import type { Currency } from "@/server/platform/money";
import type { AccountId } from "@/server/platform/noun-ids";
import type { Environment } from "../caller";
import { ensureNetworkAccount } from "./open-account";
import { postFunding } from "./post-funding";

/**
 * Puts money on a member's account. Touches: the network's account (down), the member's account (`posted` up).
 * Holds: the posting sums to zero. A retry funds again: the caller must know whether the first one happened.
 */
export async function fundAccount(funding: {
  readonly accountId: AccountId;
  readonly environment: Environment;
  readonly currency: Currency;
  readonly amountMinor: bigint;
  readonly at: Date;
}): Promise<void> {
  const { accountId, environment, currency, amountMinor, at } = funding;
  if (amountMinor <= 0n) throw new RangeError("funding must be positive");
  const networkAccountId = await ensureNetworkAccount(getPool(), { environment, currency, createdAt: at });
  const posting: NewRow<"postings"> = {
    id: newRecordId(at),
    kind: "funding",
    environment,
    currency,
    authorizationId: null,
    createdAt: at,
  };
  const guard = sql`SELECT id FROM accounts
    WHERE id = ${accountId} AND kind = 'member' AND currency = ${currency} AND environment = ${environment}::environment`;
  const [funded] = await query<{ id: string }>(
    getPool(),
    sql`WITH member_account AS (${guard}),
      ${postFunding({ posting, accountId, networkAccountId, amountMinor }, "member_account")}
      SELECT id FROM account`,
  );
  if (!funded) throw new Error("no such member account in this currency and environment");
}
