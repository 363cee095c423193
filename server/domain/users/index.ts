export { createUser, type NewRole } from "./create-user";
