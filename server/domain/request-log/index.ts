export { listRequests } from "./list-requests";
export { closeRequestLog, flushRequestLog, openRequestLog, recordRequest } from "./record-request";
export { REQUEST_PARTITIONS, type RequestRecord } from "./request-record";
