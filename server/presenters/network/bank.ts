import type { BankAccount } from "@/server/domain/bank";
import { presentDate } from "../shared/values";

export function presentBankAccount({ createdAt, worksFrom, ...account }: BankAccount) {
  return { ...account, createdAt: presentDate(createdAt), worksFrom: presentDate(worksFrom) };
}
