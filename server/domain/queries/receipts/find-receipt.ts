import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { findTransaction, type TransactionHistory } from "@/server/domain/authorizations";
import type { AgreementRow } from "@/server/domain/recurring";
import { readReceiptId } from "./receipt-id";

/** Public to anyone with its link, so it says nothing about the member or the account. */
export interface Receipt {
  readonly transaction: TransactionHistory;
  readonly merchantName: string;
  readonly agreement: AgreementRow | null;
}

/** Null for a link that we did not make. */
export async function findReceipt(receiptId: string): Promise<Receipt | null> {
  const transactionId = readReceiptId(receiptId);
  const transaction = transactionId === null ? null : await findTransaction(transactionId);
  if (!transaction) return null;
  const { merchantId, agreementId } = transaction.family.root;
  const [merchant] = await query<{ name: string }>(getPool(), sql`SELECT name FROM merchants WHERE id = ${merchantId}`);
  const [agreement = null] = agreementId
    ? await query<AgreementRow>(getPool(), sql`SELECT * FROM recurring_agreements WHERE id = ${agreementId}`)
    : [];
  return merchant ? { transaction, merchantName: merchant.name, agreement } : null;
}
