export { changeAnyCard } from "./change-any-card";
export { changeIssuedCard, setCardStatus } from "./change-issued-card";
export { changeMember } from "./change-member";
export { changeCardLimits, freezeCard, nameCard, unfreezeCard } from "./change-own-card";
export { countCardUses, dailyAmountLimit, dailyCountLimit } from "./count-card-use";
export { createMember, type MemberNotes, withOwnExternalId, writeMember } from "./create-member";
export { eraseMembers, lockMembers } from "./erase-members";
export { findMemberAccount, getMemberAccount, isOwnMember } from "./find-member";
export { findNoted } from "./find-noted";
export { findOwnTestCard } from "./find-own-card";
export { createFunding, type FundingRecord } from "./fundings/create-funding";
export { announceFunding, type Funded, fundMemberAccount, writeApprovedFunding } from "./fundings/fund-member-account";
export { reverseFunding } from "./fundings/reverse-funding";
export { reverseMemberFunding, writeApprovedReversal } from "./fundings/reverse-member-funding";
export { topUpDemo, topUpSandbox } from "./fundings/top-up-sandbox";
export { fundAccount, writeFunding } from "./fundings/write-funding";
export { issueCard, type NewCard, replaceCard } from "./issue-card";
export { getAccount, listAccountPage, listAccounts, type MemberAccount, type OwnedAccount } from "./list-accounts";
export { getCard, listCards } from "./list-cards";
export {
  getIssuedCard,
  getMember,
  type IssuedCard,
  inPlaceOf,
  type ListedMember,
  listCardPage,
  listMemberPage,
  listMembers,
} from "./list-members";
export { type CardRow, type CardState, cardStateOf, type MemberCard } from "./member-card";
export { openAccount, writeAccount } from "./open-account";
export { lockOwnMember } from "./own-member";
export { hashesOfPanToken, SEALED_PAN_TOKENS } from "./pan-token";
export { type CardRules, readCardRules } from "./read-card-rules";
export { revealCard } from "./reveal-card";
