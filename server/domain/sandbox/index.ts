export { chargeDemoCode, type DemoPayment, findDemoCharge } from "./charge-demo-code";
export { createDemoCode } from "./create-demo-code";
export { findDemo } from "./find-demo";
export { type FundingOutcome, fundSandboxAccount } from "./fund-sandbox-account";
export { playAskedMember, playMember, playMemberAskedAboutCharge, playPayingMember } from "./play-member";
export { sendTestPayment } from "./send-test-payment";
export { type SettlementOutcome, settleSandbox } from "./settle-sandbox";
