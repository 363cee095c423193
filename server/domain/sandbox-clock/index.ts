export {
  findAheadMs,
  findJump,
  findOpenJump,
  isOnItsWay,
  type Jump,
  listJumps,
  listRestingClocks,
} from "./find-clock";
export { beginJump, endJump, JUMP_COLUMNS, type JumpRow, lockClock, setClockTo } from "./move-clock";
export { clocksDiffer, onClockOf, requireOneClock, twoClocks } from "./one-clock";
export {
  aheadMsOf,
  inOwnTime,
  isInSandboxOf,
  leastAheadMsSince,
  onRealTime,
  realTimeOf,
  tenantTimeOf,
} from "./tenant-time";
