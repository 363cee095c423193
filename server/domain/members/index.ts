export { createMember } from "./create-member";
export { type CardRules, issueCard } from "./issue-card";
export { listAccounts, type MemberAccount } from "./list-accounts";
export { getMember, type IssuedCard, inPlaceOf, type ListedMember, listMembers } from "./list-members";
export { openAccount } from "./open-account";
export { readCardRules } from "./read-card-rules";
export { setCardStatus } from "./set-card-status";
export { topUpSandbox } from "./top-up-sandbox";
