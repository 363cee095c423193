export { findRestore, isHeldBack, markRestored, releaseRestores, requireReleased } from "./restores";
