export { watchMember } from "./watch-member";
export { watchTenant } from "./watch-tenant";
export type { Watched } from "./watch-topics";
