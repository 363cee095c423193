import { type Float, fundingReferenceOf } from "@/server/domain/bank";
import { presentAmount, presentDate } from "../shared/values";

export function presentFloat({ id, currency, postedMinor, fundingNumber, createdAt, bank }: Float) {
  return {
    id,
    currency,
    available: presentAmount(postedMinor, currency),
    fundingReference: fundingReferenceOf(fundingNumber),
    bankAccount: bank && {
      holder: bank.holder,
      country: bank.country,
      accountNumber: bank.accountNumber,
      bankCode: bank.bankCode,
      bankName: bank.bankName,
    },
    createdAt: presentDate(createdAt),
  };
}
