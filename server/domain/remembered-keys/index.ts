export { ChangedStandingError } from "@/server/db/standing";
export { CallerStanding, KeyMemory, markUse, proveStanding, selectStanding } from "./remembered-key";
