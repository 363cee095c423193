export { acceptInvitation, joinByInvitation } from "./accept-invitation";
export { type AddedMember, addMember, findThere, type Names, type NewMember } from "./add-member";
export { changeRole, removePerson } from "./change-role";
export { eraseInvitations, findInvitation, type Invitation, revokeInvitation } from "./invitations";
export { inviteMember } from "./invite-member";
export { inviteOwner, invitePerson } from "./invite-person";
export { signUp } from "./sign-up";
export { type InvitationRoom, type Invited, readInvitationRoom } from "./write-invitation";
