export { forgetOld } from "./forget-old";
export { listKeptTables, type RetainedTable } from "./list-kept";
export { maintainPartitions, preparePartitions } from "./maintain-partitions";
