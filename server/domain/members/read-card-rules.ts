import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { Currency, DecimalAmount } from "@/server/platform/money";
import type { AccountId } from "@/server/platform/noun-ids";
import type { TenantCaller } from "../caller";
import { DomainError, invalidField } from "../errors";
import { isMerchantCategory } from "../merchants";
import { requireMinor } from "../require-minor";

/** Limits are minor units of the account's currency; an empty allow-list allows everything. */
export interface CardRules {
  readonly perTransactionLimitMinor?: bigint;
  readonly dailyAmountLimitMinor?: bigint;
  readonly dailyCountLimit?: number;
  readonly allowedMccs?: readonly string[];
  readonly allowedChannels?: readonly string[];
  readonly allowedModes?: readonly string[];
}

/**
 * Parses limits as typed, into minor units of the account's currency. Throws `not_found` for an account that is not the
 * tenant's, `validation_error` on too many decimals and on an unknown category.
 */
export async function readCardRules(
  caller: TenantCaller,
  accountId: AccountId,
  typed: {
    readonly perTransactionLimit: DecimalAmount | null;
    readonly dailyAmountLimit: DecimalAmount | null;
    readonly dailyCountLimit: number | null;
    readonly allowedMccs: readonly string[];
  },
): Promise<CardRules> {
  const { perTransactionLimit, dailyAmountLimit, dailyCountLimit, allowedMccs } = typed;
  requireCategories(allowedMccs);
  const [account] = await query<{ currency: Currency }>(
    getPool(),
    sql`SELECT a.currency FROM accounts a JOIN members m ON m.id = a.member_id
      WHERE a.id = ${accountId} AND m.tenant_id = ${caller.tenantId} AND a.environment = ${caller.environment}::environment`,
  );
  if (!account) throw new DomainError(caller.kind === "tenant" ? "account_not_found" : "not_found", "No such account.");
  const minor = (amount: DecimalAmount, field: string) => requireMinor(amount, account.currency, field);
  return {
    allowedMccs,
    ...(perTransactionLimit && { perTransactionLimitMinor: minor(perTransactionLimit, "perTransactionLimit") }),
    ...(dailyAmountLimit && { dailyAmountLimitMinor: minor(dailyAmountLimit, "dailyAmountLimit") }),
    ...(dailyCountLimit && { dailyCountLimit }),
  };
}

/** Throws `validation_error` on an unknown category. */
export function requireCategories(allowedMccs: readonly string[]): void {
  const unknown = allowedMccs.find((mcc) => !isMerchantCategory(mcc));
  if (unknown !== undefined) throw invalidField("allowedMccs", `includes ${unknown}, which isn’t a merchant category`);
}
