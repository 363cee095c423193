export { backUp } from "./back-up";
export { checkBackup } from "./check-backup";
export type { Target } from "./recover";
export { refuseExisting, restoreCluster } from "./restore-cluster";
