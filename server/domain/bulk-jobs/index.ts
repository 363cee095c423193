export { type BulkJobRow, DONE } from "./acts";
export { advanceBulkJob } from "./advance-bulk-job";
export { type BulkJobQueue, bindBulkJobQueue, handOverBulkJobs, listBulkJobs, startBulkJob } from "./bulk-jobs";
