export { answerOnce, type ClaimName } from "./answer-once";
export { type IdempotencyClaim, keepAnswer, recordAnswer } from "./claim";
export { requireUnanswered } from "./find-answer";
export { findKeptAnswer, type KeptAnswer } from "./find-kept-answer";
export { scopeOf } from "./scope";
export { trimAnswers } from "./trim-answers";
