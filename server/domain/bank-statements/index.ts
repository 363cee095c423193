export { bankStatements } from "./advance-statement";
export { type ImportedStatement, importStatement } from "./import-statement";
export {
  type AnsweredByLine,
  answerByLine,
  assignLine,
  eraseLines,
  markLine,
  reopenLine,
  writeApprovedAnswer,
  writeApprovedAssignment,
} from "./lines";
