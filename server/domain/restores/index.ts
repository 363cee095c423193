export { isHeldBack } from "./held-back";
export { markRestored } from "./mark-restored";
export { findRestore, type Restore, releaseRestores, requireReleased } from "./release-restores";
