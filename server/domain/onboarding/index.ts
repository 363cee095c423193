export { approveForLive } from "./approve-for-live";
export { onboardTenant } from "./onboard-tenant";
