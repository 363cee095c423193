export { createMember } from "./create-member";
export { type CardRules, issueCard } from "./issue-card";
export { listAccounts, type MemberAccount } from "./list-accounts";
export { openAccount } from "./open-account";
export { setCardStatus } from "./set-card-status";
export { topUpSandbox } from "./top-up-sandbox";
