export { eraseBodies } from "./bodies/erase-bodies";
export { kindOfField, type RedactedBodies, redactBodies } from "./bodies/redact-bodies";
export { countKeyless, type KeylessCount } from "./count-keyless";
export { type GroupedErrors, groupErrors } from "./group-errors";
export { requestList } from "./list-requests";
export { closeRequestLog, flushRequestLog, openRequestLog, recordRequest } from "./record-request";
export { BODY_PARTITIONS, REQUEST_PARTITIONS, type RequestRecord } from "./request-record";
