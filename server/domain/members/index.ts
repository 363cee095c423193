export { changeAnyCard } from "./change-any-card";
export { changeCardLimits } from "./change-card-limits";
export { createMember } from "./create-member";
export { freezeCard, unfreezeCard } from "./freeze-card";
export { type Funded, fundMemberAccount } from "./fund-member-account";
export { type CardRules, issueCard, type NewCard } from "./issue-card";
export { listAccounts, type MemberAccount } from "./list-accounts";
export { getCard, listCards } from "./list-cards";
export { getMember, type IssuedCard, inPlaceOf, type ListedMember, listMembers } from "./list-members";
export {
  getNetworkMember,
  listNetworkMembers,
  type NetworkCard,
  type NetworkMember,
  type NetworkMemberPage,
} from "./list-network-members";
export type { MemberCard } from "./member-card";
export { openAccount } from "./open-account";
export { lockOwnMember } from "./own-member";
export { readCardRules } from "./read-card-rules";
export { setCardStatus } from "./set-card-status";
export { topUpSandbox } from "./top-up-sandbox";
