export { answerOnce } from "./answer-once";
export {
  answerRow,
  type ClaimName,
  type EarlierAnswer,
  type IdempotencyClaim,
  isAnswered,
  keepAnswer,
  recordAnswer,
  recordAnswers,
} from "./claim";
export {
  requireSameMeaning,
  requireUnanswered,
  throwIfAnswered,
  throwIfAnswerRemembered,
} from "./find-answer";
export { findKeptAnswer, type KeptAnswer } from "./find-kept-answer";
export { digestsOf, fingerprintOf, meaningOf, meaningOfBytes } from "./fingerprint";
export { scopeOf } from "./scope";
export { SEALED_ANSWERS } from "./sealed-answers";
