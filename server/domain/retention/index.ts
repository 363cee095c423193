export { forgetOld } from "./forget-old";
export { keepPartitions, preparePartitions } from "./keep-partitions";
export { type KeptTable, listKeptTables } from "./list-kept";
