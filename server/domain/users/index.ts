export { actAsMember, actAsOperator, actAsStaff, actAsStaffAgain, sharedOperator, tenantRoleOf } from "./act-as";
export {
  hasUnprovedOwner,
  markEmailProved,
  newEmailCode,
  proveEmail,
  requestEmailProof,
  requireProvedEmail,
  unprovedEmail,
} from "./email-proof/email-proof";
export { endEverySession } from "./end-every-session";
export { findSession, type SignedIn } from "./find-session";
export { eraseLogin, findPerson, type Person } from "./leaving/erase-login";
export { type HeldPlace, listHeldPlaces } from "./leaving/list-held-places";
export {
  changeName,
  createUser,
  findLogin,
  hasLoginWith,
  isEmailTaken,
  type Login,
  listTenantPeople,
  type NewRole,
  type TenantPerson,
} from "./logins";
export { noticeGuesses } from "./notice-guesses";
export { addPasskey, beginPasskey } from "./passkeys/add-passkey";
export { listPasskeys, type Passkey, removePasskey, renamePasskey } from "./passkeys/passkeys";
export { beginPasskeySignIn, signInWithPasskey } from "./passkeys/sign-in-with-passkey";
export { changePassword, type OwnersProof, proveOwner } from "./passwords";
export { PERSON_WORDS } from "./person-words";
export { findReset, requestPasswordReset, resetPassword } from "./reset-password";
export { addUser, assignTeamRole, changeTeamRole, chooseMember, endTeamRole, giveWallet } from "./roles";
export { resetSecondFactor } from "./second-factor/reset-second-factor";
export { SEALED_SECOND_FACTORS } from "./second-factor/sealed-second-factors";
export {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
} from "./second-factor/second-factor";
export { isOpenAt, SESSION_MS } from "./session";
export { endSessions, listSessions, type Session } from "./sessions";
export { hasDemoLogins, listDemoLogins } from "./shared/list-demo-logins";
export { DEMO_MEMBER, isSharedMember, listSharedMembers } from "./shared/shared-members";
export { signIn } from "./sign-in";
