export { changeAnyCard } from "./change-any-card";
export { createMember } from "./create-member";
export { fundMemberAccount } from "./fund-member-account";
export { type CardRules, issueCard } from "./issue-card";
export { listAccounts, type MemberAccount } from "./list-accounts";
export { getNetworkMember, listNetworkMembers, type NetworkCard, type NetworkMember } from "./list-network-members";
export { openAccount } from "./open-account";
export { setCardStatus } from "./set-card-status";
export { topUpSandbox } from "./top-up-sandbox";
