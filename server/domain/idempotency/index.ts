export { type Answer, type IdempotencyClaim, recordAnswer } from "./claim";
export { findAnswer, isTwin } from "./find-answer";
