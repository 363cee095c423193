export { listRequests } from "./list-requests";
export { closeRequestLog, flushRequestLog, openRequestLog, recordRequest } from "./record-request";
export type { RequestRecord } from "./request-record";
export { trimRequests } from "./trim-requests";
