export { type BulkJobRow, DONE } from "./acts";
export { bulkJobs } from "./advance-bulk-job";
export { listBulkJobs, startBulkJob } from "./bulk-jobs";
export { decideHeldJob } from "./held-jobs";
