export {
  answerRow,
  type ClaimName,
  type EarlierAnswer,
  fingerprintOf,
  type IdempotencyClaim,
  isAnswered,
  keepAnswer,
  meaningOf,
  recordAnswer,
  recordAnswers,
  scopeOf,
} from "./claim";
export {
  answerOnce,
  requireSameMeaning,
  requireUnanswered,
  throwIfAnswered,
  throwIfAnswerRemembered,
} from "./find-answer";
export { findKeptAnswer, type KeptAnswer } from "./find-kept-answer";
export { SEALED_ANSWERS } from "./sealed-answers";
