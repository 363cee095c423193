import { isDeepStrictEqual } from "node:util";
import type { CsvMapping } from "@/server/contracts/portal/network/csv-mapping";
import { runInTransaction } from "@/server/db/guarded";
import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { plainAccountNumber, requireAccountNumber } from "@/server/domain/account-number";
import { recordAudit } from "@/server/domain/audit";
import type { Environment, OperatorCaller } from "@/server/domain/caller";
import { DomainError, invalidField } from "@/server/domain/errors";
import { type IdempotencyClaim, storeAnswer } from "@/server/domain/idempotency";
import { DAY_MS } from "@/server/platform/clock";
import { decryptText, encryptText } from "@/server/platform/crypto";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { type Currency, isCurrency } from "@/server/platform/money";

/** What a payer needs. */
export interface BankDetails {
  readonly holder: string;
  readonly country: string;
  /** An IBAN, or a domestic number. */
  readonly accountNumber: string;
  /** A BIC or routing number; null if the account number includes it. */
  readonly bankCode: string | null;
  readonly bankName: string;
}

export interface BankAccount extends BankDetails {
  readonly id: RecordId;
  readonly currency: Currency;
  readonly createdAt: Date;
  readonly worksFrom: Date;
  /** Which columns of the bank's CSV files say what, as it was saved; null: nobody has said. */
  readonly csvMapping: unknown;
}

/** As for merchants' payout accounts: a changed account must not take members' money before someone can object. */
const WAIT_MS = 3 * DAY_MS;

type BankAccountRow = Pick<
  NewRow<"bank_accounts">,
  "id" | "currency" | "country" | "sealedAccount" | "createdAt" | "worksFrom" | "csvMapping"
>;

const openDetails = ({ sealedAccount }: Pick<BankAccountRow, "sealedAccount">) =>
  JSON.parse(decryptText("bank-account", sealedAccount)) as Omit<BankDetails, "country">;

function opened({ sealedAccount, ...row }: BankAccountRow): BankAccount {
  return { ...(row as Omit<BankAccount, keyof BankDetails> & { country: string }), ...openDetails({ sealedAccount }) };
}

const COLUMNS = sql`b.id, b.currency, b.country, b.sealed_account, b.created_at, b.works_from, b.csv_mapping`;
const LAST_FIRST = sql`ORDER BY b.works_from DESC, b.created_at DESC, b.id DESC`;

/**
 * Sets where the network's money of a currency lies, and so where members send theirs. Moves no money. In live a change works
 * after three days, the first account at once; other operators are notified. One that still waits is replaced. Setting the
 * account that was set last changes nothing and returns it. The audit log has only the last four characters. Throws `validation_error`.
 */
export async function setBankAccount(
  caller: OperatorCaller,
  { currency, country, ...typed }: BankDetails & { readonly currency: string },
  claim: IdempotencyClaim<BankAccount> | null,
): Promise<BankAccount> {
  const { environment, now } = caller;
  if (!isCurrency(currency)) throw invalidField("currency", "isn’t supported on this network");
  const accountNumber = plainAccountNumber(typed.accountNumber);
  requireAccountNumber(accountNumber, country);
  const details = { ...typed, accountNumber };
  return runInTransaction(async (db) => {
    await query(
      db,
      sql`SELECT pg_advisory_xact_lock(hashtextextended(${`bank-account:${environment}:${currency}`}, 0))`,
    );
    const [last] = await query<BankAccountRow>(
      db,
      sql`SELECT ${COLUMNS} FROM bank_accounts b WHERE b.environment = ${environment}::environment
          AND b.currency = ${currency} AND b.replaced_at IS NULL
        ${LAST_FIRST} LIMIT 1`,
    );
    if (last?.country === country && isDeepStrictEqual(openDetails(last), details)) {
      const same = opened(last);
      await storeAnswer(db, claim, same, now);
      return same;
    }
    const before = await findBankAccount(caller, currency, db);
    const worksFrom = environment === "live" && before ? new Date(now.getTime() + WAIT_MS) : now;
    await query(
      db,
      sql`UPDATE bank_accounts SET replaced_at = ${now} WHERE environment = ${environment}::environment
        AND currency = ${currency} AND works_from > ${now} AND replaced_at IS NULL RETURNING 1`,
    );
    const row = {
      id: newRecordId(now),
      environment,
      currency,
      country,
      last4: accountNumber.slice(-4),
      sealedAccount: encryptText("bank-account", JSON.stringify(details)),
      createdAt: now,
      worksFrom,
      replacedAt: null,
      csvMapping: null,
    };
    await query(db, insertRows("bank_accounts", [row], "(SELECT 1) AS work"));
    await recordAudit(db, caller, {
      action: "bank_account.set",
      subject: { kind: "bank_account", id: row.id },
      details: {
        currency,
        country,
        last4: row.last4,
        last4Before: before?.accountNumber.slice(-4) ?? null,
        worksFrom: worksFrom.toISOString(),
      },
    });
    const set = { id: row.id, currency, country, ...details, createdAt: now, worksFrom, csvMapping: null };
    await storeAnswer(db, claim, set, now);
    return set;
  });
}

interface Reader {
  readonly environment: Environment;
  readonly now: Date;
}

/** The one that members send money to. */
export async function findBankAccount(
  { environment, now }: Reader,
  currency: string,
  db: Queryable = getPool(),
): Promise<BankAccount | null> {
  const [row] = await query<BankAccountRow>(
    db,
    sql`SELECT ${COLUMNS} FROM bank_accounts b WHERE b.environment = ${environment}::environment
        AND b.currency = ${currency} AND b.works_from <= ${now} AND b.replaced_at IS NULL
      ${LAST_FIRST} LIMIT 1`,
  );
  return row ? opened(row) : null;
}

const MAX_LISTED = 500;

/**
 * Lists accounts of all currencies, the newest first. Former ones still have statements; those replaced before they worked are
 * left out unless asked for.
 */
export async function listBankAccounts(
  { environment }: Pick<Reader, "environment">,
  { withReplaced = false } = {},
): Promise<BankAccount[]> {
  const rows = await query<BankAccountRow>(
    getPool(),
    sql`SELECT ${COLUMNS} FROM bank_accounts b
      WHERE b.environment = ${environment}::environment AND (${withReplaced} OR b.replaced_at IS NULL)
      ${LAST_FIRST} LIMIT ${MAX_LISTED}`,
  );
  return rows.map(opened);
}

/** Says which columns the bank's CSV files have, for all files to come. Throws `not_found`. */
export async function setCsvMapping(
  caller: OperatorCaller,
  { id, mapping }: { readonly id: string; readonly mapping: CsvMapping },
): Promise<void> {
  await runInTransaction(async (db) => {
    const [account] = await query(
      db,
      sql`UPDATE bank_accounts SET csv_mapping = ${JSON.stringify(mapping)}::json
        WHERE id = ${id} AND environment = ${caller.environment}::environment RETURNING 1`,
    );
    if (!account) throw new DomainError("not_found", "No such bank account in this environment.");
    await recordAudit(db, caller, { action: "bank_account.columns_set", subject: { kind: "bank_account", id } });
  });
}
