export { ChangedStandingError } from "@/server/db/guarded";
export { CallerStanding, KeyMemory, markUse, proveStanding, selectStanding } from "./remembered-key";
