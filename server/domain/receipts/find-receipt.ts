import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { findTransaction, type TransactionHistory } from "../authorizations";
import { readReceiptId } from "./receipt-id";

/** What a receipt tells whoever has its link: nothing of the member, nothing of the account. */
export interface Receipt {
  readonly transaction: TransactionHistory;
  readonly merchantName: string;
}

/** Null for a link that was not made here. */
export async function findReceipt(receiptId: string): Promise<Receipt | null> {
  const transactionId = readReceiptId(receiptId);
  const transaction = transactionId === null ? null : await findTransaction(transactionId);
  if (!transaction) return null;
  const [merchant] = await query<{ name: string }>(
    getPool(),
    sql`SELECT name FROM merchants WHERE id = ${transaction.family.root.merchantId}`,
  );
  return merchant ? { transaction, merchantName: merchant.name } : null;
}
