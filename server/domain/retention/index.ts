export { keepPartitions, preparePartitions } from "./keep-partitions";
