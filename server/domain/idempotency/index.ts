export { answerOnce } from "./answer-once";
export { type ClaimName, type IdempotencyClaim, isAnswered, keepAnswer, recordAnswer } from "./claim";
export { requireUnanswered } from "./find-answer";
export { findKeptAnswer, type KeptAnswer } from "./find-kept-answer";
export { fingerprintOf, fingerprintOfBytes } from "./fingerprint";
export { scopeOf } from "./scope";
