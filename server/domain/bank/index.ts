export {
  type BankAccount,
  findBankAccount,
  listBankAccounts,
  setBankAccount,
  setCsvMapping,
} from "./bank-account";
export { type Float, listFloats, openFloat } from "./floats";
export { findFundingNumbers, fundingReferenceOf } from "./funding-reference";
export { SEALED_BANK_ACCOUNTS } from "./sealed-bank-accounts";
