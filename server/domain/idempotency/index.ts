export { answerOnce, type ClaimName } from "./answer-once";
export { type IdempotencyClaim, recordAnswer } from "./claim";
export { requireUnanswered } from "./find-answer";
export { trimAnswers } from "./trim-answers";
