export { advanceClock } from "./clock/advance-clock";
export { getSandboxClock, type SandboxClock } from "./clock/get-sandbox-clock";
export { sandboxJumps } from "./clock/run-jump";
export { sweepSandboxClocks } from "./clock/sweep-sandbox-clocks";
export {
  allowDemoPayment,
  createDemoCode,
  type DemoMoveOutcome,
  type DemoRecord,
  findDemo,
  findDemoCharge,
  moveDemoPayment,
  openDemoRun,
  readDemoRecord,
  redeemDemoCode,
  runNotFound,
  sealDemoRun,
} from "./demo";
export { type FundingOutcome, fundSandboxAccount } from "./fund-sandbox-account";
export {
  playAskedMember,
  playDisputingMember,
  playMember,
  playMemberAskedAboutCharge,
  playMemberOfCode,
  playPayingMember,
} from "./play-member";
export { sendTestPayment } from "./send-test-payment";
export { type SettlementOutcome, settleSandbox } from "./settle-sandbox";
