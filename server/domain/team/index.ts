export { acceptInvitation, joinByInvitation } from "./accept-invitation";
export { changeRole } from "./change-role";
export { findInvitation, type Invitation } from "./find-invitation";
export { inviteOwner } from "./invite-owner";
export { invitePerson } from "./invite-person";
export { listTeam, type OpenInvitation, type Person } from "./list-team";
export { removePerson } from "./remove-person";
export { revokeInvitation } from "./revoke-invitation";
export { signUp } from "./sign-up";
