export { backUp } from "./back-up";
export { checkBackup } from "./check-backup";
export { readManifest } from "./manifest";
export type { Target } from "./recover";
export { refuseExisting, restoreCluster } from "./restore-cluster";
