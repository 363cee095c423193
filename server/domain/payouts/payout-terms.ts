import { runInTransaction } from "@/server/db/guarded";
import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { newRecordId } from "@/server/platform/ids";
import { amountText, type DecimalAmount, isCurrency, toMinor } from "@/server/platform/money";
import { recordAudit } from "../audit";
import type { Environment, NetworkCaller, OperatorCaller } from "../caller";
import { invalidField } from "../errors";
import { requireMinor } from "../require-minor";

/** Amounts are minor units. */
export type PayoutTerms = Pick<
  NewRow<"payout_terms">,
  "currency" | "smallestMinor" | "feeMinor" | "feePayer" | "createdAt"
>;

interface TermsInput {
  readonly currency: string;
  readonly smallest: DecimalAmount;
  /** Null: a payout costs nothing. */
  readonly fee: DecimalAmount | null;
  readonly feePayer: PayoutTerms["feePayer"];
}

/**
 * Sets from which amount on members of the network are paid out in a currency, what that costs, and who pays. Counts for what is
 * asked for from now on; before the first terms, nobody is paid out in the currency. Moves no money. Throws `validation_error`.
 */
export async function setPayoutTerms(
  caller: OperatorCaller | NetworkCaller,
  { currency, smallest, fee, feePayer }: TermsInput,
): Promise<PayoutTerms> {
  if (!isCurrency(currency)) throw invalidField("currency", "isn’t supported on this network");
  const { environment, now } = caller;
  const feeMinor = fee === null ? 0n : toMinor(fee, currency);
  if (feeMinor === null) throw invalidField("fee", "has more decimals than the currency");
  const terms = {
    currency,
    smallestMinor: requireMinor(smallest, currency, "smallest"),
    feeMinor,
    feePayer,
    createdAt: now,
  };
  const row = { ...terms, id: newRecordId(now), environment, setBy: caller.kind === "operator" ? caller.userId : null };
  await runInTransaction(async (db) => {
    await query(db, insertRows("payout_terms", [row], "(SELECT 1) AS work"));
    await recordAudit(db, caller, {
      action: "payout_terms.set",
      subject: { kind: "payout_terms", id: row.id },
      tenantId: null,
      details: {
        currency,
        feePayer,
        smallest: amountText(terms.smallestMinor, currency),
        fee: amountText(feeMinor, currency),
      },
    });
  });
  return terms;
}

/** Those that count now, by currency. */
export function listPayoutTerms(
  { environment }: { readonly environment: Environment },
  db: Queryable = getPool(),
): Promise<PayoutTerms[]> {
  return query<PayoutTerms>(
    db,
    sql`SELECT DISTINCT ON (currency) currency, smallest_minor, fee_minor, fee_payer, created_at FROM payout_terms
      WHERE environment = ${environment}::environment ORDER BY currency, created_at DESC, id DESC`,
  );
}
