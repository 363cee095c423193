export { onboardTenant } from "./onboard-tenant";
