export { actAsMember } from "./act-as-member";
export { actAsOperator, sharedOperator } from "./act-as-operator";
export { actAsStaff, actAsStaffAgain, tenantRoleOf } from "./act-as-staff";
export { changeName } from "./change-name";
export { changePassword } from "./change-password";
export { chooseMember } from "./choose-member";
export { createUser, isEmailTaken, type NewRole } from "./create-user";
export { newEmailCode } from "./email-proof/email-code";
export { proveEmail, requestEmailProof } from "./email-proof/prove-email";
export { hasUnprovedOwner, markEmailProved, requireProvedEmail, unprovedEmail } from "./email-proof/proved-email";
export { endEverySession } from "./end-every-session";
export { endSessions } from "./end-sessions";
export { findLogin, type Login } from "./find-login";
export { findSession, type SignedIn } from "./find-session";
export { addUser, changeTeamRole, endTeamRole, giveTeamRole, giveWallet } from "./give-role";
export { hasLoginWith } from "./has-login";
export { eraseLogin } from "./leaving/erase-login";
export { findPerson, type Person } from "./leaving/find-person";
export { type HeldPlace, listHeldPlaces } from "./leaving/list-held-places";
export { type OwnersProof, proveOwner } from "./leaving/prove-owner";
export { listSessions, type Session } from "./list-sessions";
export { listTenantPeople, type TenantPerson } from "./list-tenant-people";
export { noticeGuesses } from "./notice-guesses";
export { addPasskey, beginPasskey } from "./passkeys/add-passkey";
export { listPasskeys, type Passkey } from "./passkeys/list-passkeys";
export { removePasskey } from "./passkeys/remove-passkey";
export { renamePasskey } from "./passkeys/rename-passkey";
export { beginPasskeySignIn, signInWithPasskey } from "./passkeys/sign-in-with-passkey";
export { PERSON_WORDS } from "./person-words";
export { findReset, requestPasswordReset, resetPassword } from "./reset-password";
export { resetSecondFactor } from "./second-factor/reset-second-factor";
export { SEALED_SECOND_FACTORS } from "./second-factor/sealed-second-factors";
export {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
} from "./second-factor/second-factor";
export { isOpenAt, SESSION_MS } from "./session";
export { DEMO_MEMBER } from "./shared/demo-member";
export { isSharedMember } from "./shared/is-shared-member";
export { hasDemoLogins, listDemoLogins } from "./shared/list-demo-logins";
export { listSharedMembers } from "./shared/list-shared-members";
export { signIn } from "./sign-in";
