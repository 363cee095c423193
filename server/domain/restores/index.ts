export { findRestore, isRestoreUnreleased, markRestored, releaseRestores, requireReleased } from "./restores";
