import { type BankAccount, fundingReferenceOf } from "@/server/domain/bank";
import type { MemberAccount } from "@/server/domain/members";

export function presentWayIn({ id, currency, fundingNumber }: MemberAccount, bank: BankAccount | null) {
  return {
    id,
    currency,
    reference: fundingReferenceOf(fundingNumber),
    bank: bank && {
      holder: bank.holder,
      country: bank.country,
      accountNumber: bank.accountNumber,
      bankCode: bank.bankCode,
      bankName: bank.bankName,
    },
  };
}
