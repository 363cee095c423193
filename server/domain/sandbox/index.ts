export { type FundingOutcome, fundSandboxAccount } from "./fund-sandbox-account";
export { playAskedMember, playMember, playPayingMember } from "./play-member";
export { type SettlementOutcome, settleSandbox } from "./settle-sandbox";
