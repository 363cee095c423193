export { type CaptureOutcome, captureAuthorization } from "./capture-authorization";
export {
  type AuthorizationOutcome,
  type CreateAuthorizationInput,
  createAuthorization,
} from "./create-authorization";
export { DECLINE_REASONS, isDeclineCode } from "./decline-reasons";
export { expireHolds } from "./expire-holds";
export { type AuthorizationRow, type Family, targetFigures } from "./family";
export { statusOf } from "./figures";
export { getAuthorization } from "./get-authorization";
export { incrementAuthorization } from "./increment-authorization";
export { type ReverseOutcome, reverseAuthorization } from "./reverse-authorization";
