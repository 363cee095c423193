export { answerOnce, type ClaimName } from "./answer-once";
export { type Answer, type IdempotencyClaim, recordAnswer } from "./claim";
export { findAnswer, isTwin, requireUnanswered } from "./find-answer";
export { findKeptAnswer, type KeptAnswer } from "./find-kept-answer";
export { trimAnswers } from "./trim-answers";
