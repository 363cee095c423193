export { watchMember } from "./watch-member";
