export {
  ACCOUNT_COLUMNS,
  accountListOf,
  getAccount,
  listAccounts,
  type MemberAccount,
  type OwnedAccount,
  openAccount,
  writeAccount,
} from "./accounts";
export {
  changeAnyCard,
  changeCardLimits,
  changeIssuedCard,
  freezeCard,
  nameCard,
  setCardStatus,
  unfreezeCard,
} from "./change-card";
export { changeMember } from "./change-member";
export { countCardUses, dailyAmountLimit, dailyCountLimit } from "./count-card-use";
export { createMember, type MemberNotes, withOwnExternalId, writeMember } from "./create-member";
export { eraseMembers, lockMembers } from "./erase-members";
export { findNoted, getMemberAccount, isOwnMember, lockOwnMember, selectPresent } from "./find-member";
export { createFunding, type FundingRecord } from "./fundings/create-funding";
export { type FloatFunding, findFundedReferences, fundFromFloat } from "./fundings/fund-from-float";
export {
  announceFunding,
  exceedsDay,
  type Funded,
  fundMemberAccount,
} from "./fundings/fund-member-account";
export { KIND_OF_FUNDING } from "./fundings/funding-event";
export { reverseFunding } from "./fundings/reverse-funding";
export { reverseMemberFunding, writeApprovedReversal } from "./fundings/reverse-member-funding";
export { topUpDemo, topUpSandbox } from "./fundings/top-up-sandbox";
export { fundAccount, type NewFunding, writeFunding, writeFundings } from "./fundings/write-funding";
export { issueCard, type NewCard, replaceCard } from "./issue-card";
export {
  cardList,
  getIssuedCard,
  getMember,
  type IssuedCard,
  type ListedMember,
  listIssuedCards,
  memberCallerOf,
  memberList,
} from "./list-members";
export {
  findOwnTestCard,
  getCard,
  listCards,
  type MemberCard,
} from "./member-card";
export { hashesOfPanToken, revealCard, SEALED_PAN_TOKENS } from "./pan-token";
export { type CardRules, readCardRules } from "./read-card-rules";
