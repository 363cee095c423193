export { createUser, type NewRole } from "./create-user";
export { listSharedMembers } from "./list-shared-members";
