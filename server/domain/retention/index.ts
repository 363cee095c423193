export { forgetOld } from "./forget-old";
export { keepPartitions, preparePartitions } from "./keep-partitions";
export { listKeptTables } from "./list-kept";
