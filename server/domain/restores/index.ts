export { isHeldBack } from "./held-back";
export { markRestored } from "./mark-restored";
export { findRestore, releaseRestores, requireReleased } from "./release-restores";
