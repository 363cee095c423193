export { watchMember } from "./watch-member";
export { watchTenant } from "./watch-tenant";
