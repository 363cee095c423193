import { runInTransaction } from "@/server/db/guarded";
import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { DAY_MS, dayOf } from "@/server/platform/clock";
import { decryptText, encryptText, sha256Hex } from "@/server/platform/crypto";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { amountText, type Currency, type DecimalAmount, isCurrency, toMinor } from "@/server/platform/money";
import { needsSecondPerson, requestApproval, withdrawFileApproval } from "../approvals";
import { recordAudit } from "../audit";
import { findBankAccount } from "../bank";
import type { OperatorCaller } from "../caller";
import { DomainError, invalidField } from "../errors";
import { type IdempotencyClaim, storeAnswer } from "../idempotency";
import { publishing } from "../webhooks";
import { announcePayout } from "./answer-payout";
import { nextState } from "./payout";
import { lockPayouts, payoutEvent, readPayouts, type ToldPayout } from "./payout-events";
import { type BankTarget, isForSepa, type Transfer, writePain001, writePaymentCsv } from "./write-payment-file";

type FileRow = NewRow<"payment_files">;

/** Payouts in a file, which has those of one currency and UTC day. */
const MAX_PAYOUTS = 5_000;
/** Events written at a time. */
const EVENTS_AT_ONCE = 500;

interface FileInput {
  readonly currency: string;
  /** UTC, on which they were created. */
  readonly day: Date;
  readonly format: FileRow["format"];
  /** The day that the bank is asked to pay on. */
  readonly executesOn: Date;
  /** As the operator saw them: of others no file is made. */
  readonly payoutCount: number;
  readonly sum: DecimalAmount;
}

export interface MadeFile {
  readonly id: RecordId;
  /** The request that a second operator decides; absent if the file is made. */
  readonly awaits?: RecordId;
}

/** Opened where a file is written, and nowhere else. */
function openTarget(sealed: string): BankTarget {
  return JSON.parse(decryptText("payout-account", sealed)) as BankTarget;
}

const lockDay = ({ userId }: OperatorCaller) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`payment-file:${userId}`}, 0))`;

/** The sealed account of each merchant that has one which works. */
async function findPayoutTargets(
  db: Queryable,
  { merchants, now }: { readonly merchants: readonly string[]; readonly now: Date },
): Promise<ReadonlyMap<string, string>> {
  const rows = await query<{ merchantId: string; sealedAccount: string }>(
    db,
    sql`SELECT DISTINCT ON (p.merchant_id) p.merchant_id, p.sealed_account FROM merchant_payout_accounts p
      WHERE p.merchant_id = ANY(${[...merchants]}::text[]) AND p.works_from <= ${now} AND p.replaced_at IS NULL
      ORDER BY p.merchant_id, p.works_from DESC, p.created_at DESC, p.id DESC`,
  );
  return new Map(rows.map(({ merchantId, sealedAccount }) => [merchantId, sealedAccount]));
}

/** Whether this file, with the operator's others of the last day, needs a second one. */
async function needsSecond(db: Queryable, caller: OperatorCaller, currency: Currency, sumMinor: bigint) {
  if (caller.environment !== "live") return false;
  await query(db, lockDay(caller));
  const [others] = await query<{ sumMinor: bigint }>(
    db,
    sql`SELECT coalesce(sum(sum_minor), 0)::bigint AS sum_minor FROM payment_files WHERE asked_by = ${caller.userId}
      AND created_at > ${new Date(caller.now.getTime() - DAY_MS)} AND environment = 'live' AND currency = ${currency}
      AND state <> 'taken_back'`,
  );
  return needsSecondPerson((others?.sumMinor ?? 0n) + sumMinor, currency);
}

interface DuePayout {
  readonly payout: ToldPayout;
  /** Null: no bank account is known. */
  readonly sealed: string | null;
  /** What can carry it; null without an account. */
  readonly format: FileRow["format"] | null;
}

/**
 * The payouts that are due, the oldest 5,000 of each currency and UTC day, as `read` reads them. Whether one is due is asked twice,
 * since only the outer condition is looked at again after a wait for its lock.
 */
async function findDue(
  db: Queryable,
  { environment, now }: OperatorCaller,
  which: Sql,
  read: typeof lockPayouts,
): Promise<DuePayout[]> {
  const isDue = sql`o.state = 'pending' AND o.file_id IS NULL`;
  const payouts = await read(
    db,
    sql`${isDue} AND o.id IN (SELECT f.id FROM (
        SELECT o.id, row_number() OVER (PARTITION BY o.currency, (o.created_at AT TIME ZONE 'UTC')::date ORDER BY o.created_at, o.id) AS place
        FROM payouts o WHERE o.environment = ${environment}::environment AND ${isDue} AND ${which}
      ) f WHERE f.place <= ${MAX_PAYOUTS})`,
  );
  const merchants = payouts.flatMap(({ merchantId }) => merchantId ?? []);
  const targets = await findPayoutTargets(db, { merchants, now });
  return payouts.map((payout) => {
    const sealed = (payout.merchantId === null ? payout.sealedAccount : targets.get(payout.merchantId)) ?? null;
    const isSepa = sealed !== null && isForSepa(openTarget(sealed), payout.currency);
    return { payout, sealed, format: sealed === null ? null : isSepa ? "pain_001" : "csv" };
  });
}

export interface DueGroup {
  readonly currency: string;
  /** UTC, on which they were created. */
  readonly day: Date;
  /** Null: they wait for a bank account. */
  readonly format: FileRow["format"] | null;
  readonly payoutCount: number;
  readonly sumMinor: bigint;
}

/** What is due, by currency, day, and the kind of file that can carry it, oldest first: at most 5,000 of a currency and day. */
export async function listDuePayouts(caller: OperatorCaller): Promise<DueGroup[]> {
  const due = await findDue(getPool(), caller, sql`true`, readPayouts);
  const groups = new Map<string, DueGroup>();
  for (const { payout, format } of due) {
    const { currency, createdAt, amountMinor } = payout;
    const day = dayOf(createdAt);
    const name = `${day.toISOString()} ${currency} ${format}`;
    const { payoutCount, sumMinor } = groups.get(name) ?? { payoutCount: 0, sumMinor: 0n };
    groups.set(name, { currency, day, format, payoutCount: payoutCount + 1, sumMinor: sumMinor + amountMinor });
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group);
}

/**
 * Makes a payment file of what is due of a currency and day, or asks a second operator to. Moves no money in the books. What is in
 * a file is in no other, from the moment it is asked for. Each payout goes to the bank account that it has now; a merchant's is
 * kept with it. A retry with the same claim makes no second file. Throws `validation_error`, also if what is due isn't what the
 * operator saw.
 */
export async function createPaymentFile(
  caller: OperatorCaller,
  input: FileInput,
  claim: IdempotencyClaim<MadeFile> | null,
): Promise<MadeFile> {
  const { currency, day, format, executesOn } = input;
  const { environment, now, userId } = caller;
  if (!isCurrency(currency)) throw invalidField("currency", "isn’t supported on this network");
  if (executesOn < dayOf(now)) throw invalidField("executesOn", "is over");
  return runInTransaction(async (db) => {
    const next = new Date(day.getTime() + DAY_MS);
    const which = sql`o.currency = ${currency} AND o.created_at >= ${day} AND o.created_at < ${next}`;
    const due = (await findDue(db, caller, which, lockPayouts)).filter((one) => one.format === format);
    const sumMinor = due.reduce((sum, { payout }) => sum + payout.amountMinor, 0n);
    if (due.length === 0 || due.length !== input.payoutCount || sumMinor !== toMinor(input.sum, currency)) {
      throw invalidField("payouts", "have changed meanwhile: look at what is due again");
    }
    const id = newRecordId(now);
    const row: FileRow = {
      id,
      environment,
      currency,
      format,
      state: "waiting",
      executesOn,
      payoutCount: due.length,
      sumMinor,
      sealedContent: null,
      digest: null,
      askedBy: userId,
      createdAt: now,
      approvedBy: null,
      sentBy: null,
      sentAt: null,
      takenBackBy: null,
      takenBackAt: null,
    };
    const isHeld = await needsSecond(db, caller, currency, sumMinor);
    await query(db, insertRows("payment_files", [row], "(SELECT 1) AS work"));
    await storeTargets(db, id, due);
    const made = isHeld ? { id, awaits: await ask(db, caller, row, currency) } : { id };
    if (!isHeld) await makeFile(db, caller, { ...row, currency });
    await storeAnswer(db, claim, made, now);
    return made;
  });
}

function ask(db: Queryable, caller: OperatorCaller, { id, sumMinor }: FileRow, currency: Currency): Promise<RecordId> {
  const change = { kind: "payment_file", paymentFileId: id as RecordId, amountMinor: sumMinor, currency } as const;
  return requestApproval(db, caller, { tenantId: null, change });
}

async function storeTargets(db: Queryable, fileId: string, due: readonly DuePayout[]): Promise<void> {
  const sealed = due.map((one) => one.sealed ?? "");
  const ends = sealed.map((account) => openTarget(account).accountNumber.slice(-4));
  await query(
    db,
    sql`UPDATE payouts SET file_id = ${fileId}, sealed_account = k.sealed, last4 = k.last4
      FROM unnest(${due.map(({ payout }) => payout.id)}::text[], ${sealed}::text[], ${ends}::text[]) AS k(id, sealed, last4)
      WHERE payouts.id = k.id`,
  );
}

/** Writes the file of a row that waits, whose payouts the transaction has locked or nobody else can change. */
async function makeFile(
  db: Queryable,
  caller: OperatorCaller,
  file: FileRow & { readonly currency: Currency },
  approvedBy: RecordId | null = null,
): Promise<void> {
  const { id, currency, format, executesOn, sumMinor, payoutCount } = file;
  const payer = await findBankAccount(caller, currency, db);
  if (!payer) throw invalidField("currency", "has no bank account of the network to pay from: set one first");
  if (format === "pain_001" && !isForSepa(payer, currency)) {
    throw invalidField("format", "must be CSV: the network’s own account has no IBAN");
  }
  const payouts = await lockPayouts(db, sql`o.file_id = ${id}`);
  const order = {
    id,
    currency,
    createdAt: caller.now,
    executesOn,
    sumMinor,
    payer,
    transfers: payouts.map(toTransfer),
  };
  const content = format === "pain_001" ? writePain001(order) : writePaymentCsv(order);
  const digest = sha256Hex(content);
  await query(
    db,
    sql`WITH file AS (UPDATE payment_files SET state = 'made', digest = ${digest}, approved_by = ${approvedBy},
          sealed_content = ${encryptText("payment-file", content)} WHERE id = ${id} RETURNING id)
      UPDATE payouts SET state = 'exported', exported_at = ${caller.now} FROM file WHERE payouts.file_id = file.id`,
  );
  await recordAudit(db, caller, {
    action: "payment_file.made",
    subject: { kind: "payment_file", id },
    tenantId: null,
    details: { currency, amount: amountText(sumMinor, currency), payouts: payoutCount, format, digest },
  });
  for (const payout of payouts) announcePayout(db, payout);
}

function toTransfer(payout: ToldPayout): Transfer {
  const { sealedAccount, settledDay, endToEndId, amountMinor, id } = payout;
  if (sealedAccount === null) throw new Error("a payout in a file has a bank account");
  const text =
    settledDay === null ? `Balance paid out, ${id}` : `Settlement ${settledDay.toISOString().slice(0, 10)}, ${id}`;
  return { ...openTarget(sealedAccount), endToEndId, amountMinor, text };
}

async function lockFile(db: Queryable, { environment }: OperatorCaller, id: string): Promise<FileRow> {
  const [file] = await query<FileRow>(
    db,
    sql`SELECT * FROM payment_files WHERE id = ${id} AND environment = ${environment}::environment FOR UPDATE`,
  );
  if (!file) throw new DomainError("not_found", "No such payment file in this environment.");
  return file;
}

/** Part of a second operator's decision. Throws `not_permitted` for a file that was taken back, `validation_error`. */
export async function decideFile(
  db: Queryable,
  caller: OperatorCaller,
  { id, isApproved }: { readonly id: string; readonly isApproved: boolean },
): Promise<void> {
  const file = await lockFile(db, caller, id);
  if (file.state !== "waiting") throw new DomainError("not_permitted", "This payment file was taken back.");
  if (!isApproved) return release(db, caller, file);
  const { currency } = file;
  if (!isCurrency(currency)) throw new Error("a file is of a currency of the network");
  await makeFile(db, caller, { ...file, currency }, caller.userId);
}

/** Its payouts are due again. */
async function release(db: Queryable, caller: OperatorCaller, { id, currency, sumMinor }: FileRow): Promise<void> {
  const payouts = await lockPayouts(db, sql`o.file_id = ${id}`);
  const answered = payouts.find((payout) => payout.state !== "pending" && nextState(payout, "retract") === null);
  if (answered) throw new DomainError("not_permitted", `The bank has paid from this file already: ${answered.id}.`);
  await query(
    db,
    sql`WITH file AS (UPDATE payment_files SET state = 'taken_back', taken_back_at = ${caller.now}, taken_back_by = ${caller.userId}
          WHERE id = ${id} RETURNING id)
      UPDATE payouts SET state = 'pending', exported_at = NULL, file_id = NULL,
          sealed_account = CASE WHEN account_id IS NULL THEN NULL ELSE sealed_account END,
          last4 = CASE WHEN account_id IS NULL THEN NULL ELSE last4 END
        FROM file WHERE payouts.file_id = file.id`,
  );
  await recordAudit(db, caller, {
    action: "payment_file.taken_back",
    subject: { kind: "payment_file", id },
    tenantId: null,
    details: { currency, amount: amountText(sumMinor, currency) },
  });
  for (const payout of payouts) announcePayout(db, payout);
}

/**
 * Takes a file back that was not sent, as a whole: its payouts are due again. A second call is refused. Throws `not_found`,
 * `not_permitted`.
 */
export async function takeFileBack(caller: OperatorCaller, { id }: { readonly id: string }): Promise<void> {
  await runInTransaction(async (db) => {
    const file = await lockFile(db, caller, id);
    if (file.state === "sent" || file.state === "taken_back") throw refusal(file.state);
    if (file.state === "waiting") await withdrawFileApproval(db, caller, file.id);
    await release(db, caller, file);
  });
}

const refusal = (state: "waiting" | "sent" | "taken_back") =>
  new DomainError(
    "not_permitted",
    {
      waiting: "This payment file waits for a second operator.",
      sent: "This payment file was sent. What the bank can’t pay comes back on a statement.",
      taken_back: "This payment file was taken back.",
    }[state],
  );

/** An operator gave the file to the bank. A second call changes nothing. Throws `not_found`, `not_permitted`. */
export async function sendPaymentFile(caller: OperatorCaller, { id }: { readonly id: string }): Promise<void> {
  await publishing(async (db, publish) => {
    const file = await lockFile(db, caller, id);
    if (file.state === "sent") return;
    if (file.state !== "made") throw refusal(file.state);
    const { now, userId } = caller;
    const payouts = await lockPayouts(db, sql`o.file_id = ${id} AND o.state = 'exported'`);
    await query(
      db,
      sql`WITH file AS (UPDATE payment_files SET state = 'sent', sent_at = ${now}, sent_by = ${userId} WHERE id = ${id} RETURNING id)
        UPDATE payouts SET state = 'sent', sent_at = ${now} FROM file
          WHERE payouts.file_id = file.id AND payouts.state = 'exported'`,
    );
    for (let from = 0; from < payouts.length; from += EVENTS_AT_ONCE) {
      await publish(payouts.slice(from, from + EVENTS_AT_ONCE).map((payout) => payoutEvent(payout, "sent", now)));
    }
    await recordAudit(db, caller, {
      action: "payment_file.sent",
      subject: { kind: "payment_file", id },
      tenantId: null,
      details: { currency: file.currency, amount: amountText(file.sumMinor, file.currency), digest: file.digest },
    });
    for (const payout of payouts) announcePayout(db, payout);
  });
}

export interface FileContent {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** The file as it was made, with every bank account in full; audited. Throws `not_found`, `not_permitted`. */
export async function openPaymentFile(caller: OperatorCaller, { id }: { readonly id: string }): Promise<FileContent> {
  return runInTransaction(async (db) => {
    const { state, format, sealedContent, digest } = await lockFile(db, caller, id);
    if (state === "waiting" || state === "taken_back" || sealedContent === null) {
      throw refusal(state === "waiting" ? "waiting" : "taken_back");
    }
    const text = decryptText("payment-file", sealedContent);
    if (sha256Hex(text) !== digest) throw new Error("a payment file is no longer what was made");
    await recordAudit(db, caller, {
      action: "payment_file.opened",
      subject: { kind: "payment_file", id },
      tenantId: null,
      details: { digest },
    });
    const [ending, type] = format === "pain_001" ? ["xml", "application/xml"] : ["csv", "text/csv"];
    return { name: `payouts-${id}.${ending}`, type, text };
  });
}

/** A payout's bank account in full, for a reason; audited. Throws `payout_not_found`, `not_permitted` where it has none. */
export async function showPayoutAccount(
  caller: OperatorCaller,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<BankTarget> {
  return runInTransaction(async (db) => {
    const [payout] = await lockPayouts(db, sql`o.id = ${id} AND o.environment = ${caller.environment}::environment`);
    if (!payout) throw new DomainError("payout_not_found", "No such payout in this environment.");
    const { merchantId, tenantId } = payout;
    const merchants = merchantId === null ? [] : [merchantId];
    const [current] = (await findPayoutTargets(db, { merchants, now: caller.now })).values();
    const sealed = payout.sealedAccount ?? current;
    if (!sealed) throw new DomainError("not_permitted", "No bank account is known for this payout.");
    await recordAudit(db, caller, {
      action: "payout.account_shown",
      subject: { kind: "payout", id },
      tenantId,
      details: { reason },
    });
    return openTarget(sealed);
  });
}
