export { type BankAccount, type BankDetails, findBankAccount, listBankAccounts, setBankAccount } from "./bank-account";
export { fundingReferenceOf } from "./funding-reference";
export { SEALED_BANK_ACCOUNTS } from "./sealed-bank-accounts";
