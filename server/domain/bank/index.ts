export {
  type BankAccount,
  findBankAccount,
  listBankAccounts,
  setBankAccount,
  setCsvMapping,
} from "./bank-account";
export { type Float, listFloats, openFloat } from "./floats";
export { fundingReferenceOf } from "./funding-reference";
export { SEALED_BANK_ACCOUNTS } from "./sealed-bank-accounts";
export {
  advanceStatement,
  bindStatementQueue,
  handOverStatements,
  type StatementQueue,
} from "./statements/advance-statement";
export { type ImportedStatement, importStatement } from "./statements/import-statement";
export { assignLine, eraseLines, markLine, reopenLine, writeApprovedAssignment } from "./statements/lines";
