import { isDeepStrictEqual } from "node:util";
import { getPrisma, type PrismaTransaction } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { DAY_MS } from "@/server/platform/clock";
import { decryptText, encryptText } from "@/server/platform/crypto";
import { newRecordId } from "@/server/platform/ids";
import type { MerchantId } from "@/server/platform/noun-ids";
import { plainAccountNumber, requireAccountNumber } from "../account-number";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { TenantCaller } from "../caller";
import { type IdempotencyClaim, storeAnswer } from "../idempotency";
import { lockOwnMerchant } from "./find-merchant";

/** Shows no more of a bank account than its last four characters. */
export interface PayoutAccount {
  readonly merchantId: MerchantId;
  readonly country: string;
  readonly last4: string;
  readonly createdAt: Date;
  readonly worksFrom: Date;
}

export interface PayoutAccounts {
  readonly current: PayoutAccount | null;
  /** Replaces the current one after its waiting time. */
  readonly next: PayoutAccount | null;
}

interface BankAccount {
  readonly holder: string;
  readonly country: string;
  /** An IBAN, or a domestic number. */
  readonly accountNumber: string;
  /** A BIC or routing number; null if the account number includes it. */
  readonly bankCode: string | null;
}

/** In live, so that someone who is notified of a foreign change can undo it before money goes there. */
const WAIT_MS = 3 * DAY_MS;

const SHOWN = { country: true, last4: true, createdAt: true, worksFrom: true } as const;
const ORDER = ["worksFrom", "createdAt", "id"] as const;
const LAST_FIRST = ORDER.map((field) => ({ [field]: "desc" as const }));

/**
 * Sets where a merchant's payouts go: at once in test, after three days in live. Until then the previous account applies, and
 * owners and admins are notified (`findPayoutAccounts`). An account that is still waiting is replaced. Setting the account that
 * was set last changes nothing and returns it. Moves no money. The audit log has only the last four characters.
 * Throws `not_found`, `not_permitted`, `validation_error` for an unknown country, or for no valid IBAN where there are IBANs.
 */
export async function setPayoutAccount(
  caller: TenantCaller,
  { merchantId, ...account }: BankAccount & { readonly merchantId: MerchantId },
  claim: IdempotencyClaim<PayoutAccount> | null,
): Promise<PayoutAccount> {
  requirePermission(caller, "manage_merchants");
  const { environment, now } = caller;
  const accountNumber = plainAccountNumber(account.accountNumber);
  requireAccountNumber(accountNumber, account.country);
  const { country } = account;
  return inPrismaTransaction(async (db) => {
    const merchant = await lockOwnMerchant(db, caller, merchantId);
    const details = { ...account, accountNumber };
    const last = await db.merchantPayoutAccount.findFirst({
      where: { merchantId: merchant.id, replacedAt: null },
      select: { ...SHOWN, sealedAccount: true },
      orderBy: LAST_FIRST,
    });
    if (last && isDeepStrictEqual(JSON.parse(decryptText("payout-account", last.sealedAccount)), details)) {
      const { sealedAccount: _, ...shown } = last;
      const same = { merchantId: merchant.id, ...shown };
      await storeAnswer(db, claim, same, now);
      return same;
    }
    const { current } = await readPayoutAccounts(db, { merchantId: merchant.id, now });
    const worksFrom = environment === "live" ? new Date(now.getTime() + WAIT_MS) : now;
    const set = { merchantId: merchant.id, country, last4: accountNumber.slice(-4), createdAt: now, worksFrom };
    await db.merchantPayoutAccount.updateMany({
      where: { merchantId: merchant.id, worksFrom: { gt: now }, replacedAt: null },
      data: { replacedAt: now },
    });
    const sealedAccount = encryptText("payout-account", JSON.stringify(details));
    await db.merchantPayoutAccount.create({ data: { id: newRecordId(now), ...set, sealedAccount } });
    await recordAudit(db, caller, {
      action: "merchant.payout_account_set",
      subject: { kind: "merchant", id: merchant.id },
      details: {
        name: merchant.name,
        country,
        last4: set.last4,
        last4Before: current?.last4 ?? null,
        worksFrom: worksFrom.toISOString(),
      },
    });
    await storeAnswer(db, claim, set, now);
    return set;
  }, caller.standing);
}

/** The caller must have looked the merchant up. */
async function readPayoutAccounts(
  db: PrismaTransaction,
  { merchantId, now }: { readonly merchantId: MerchantId; readonly now: Date },
): Promise<PayoutAccounts> {
  const find = async (worksFrom: { readonly lte: Date } | { readonly gt: Date }) => {
    const found = await db.merchantPayoutAccount.findFirst({
      where: { merchantId, worksFrom, replacedAt: null },
      select: SHOWN,
      orderBy: LAST_FIRST,
    });
    return found && { merchantId, ...found };
  };
  return { current: await find({ lte: now }), next: await find({ gt: now }) };
}

export function getPayoutAccounts({ now }: TenantCaller, merchantId: MerchantId): Promise<PayoutAccounts> {
  return readPayoutAccounts(getPrisma(), { merchantId, now });
}
