import type { ReceiptView } from "@/server/contracts/rest/receipts";
import { findReceipt } from "@/server/domain/queries";
import { presentReceipt } from "@/server/presenters/rest/receipts";

export async function readReceipt(receiptId: string): Promise<ReceiptView | null> {
  const receipt = await findReceipt(receiptId);
  return receipt && presentReceipt(receipt);
}
