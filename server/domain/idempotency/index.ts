export {
  answerOnce,
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
  requireSameMeaning,
  requireUnanswered,
  scopeOf,
  throwIfAnswered,
  throwIfAnswerRemembered,
} from "./find-answer";
export { findKeptAnswer, type KeptAnswer } from "./find-kept-answer";
export { SEALED_ANSWERS } from "./sealed-answers";
