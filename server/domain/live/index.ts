export type { Watched } from "./watch-topics";
export { watchMember, watchTenant } from "./watch-topics";
