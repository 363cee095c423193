export { ChangedStandingError } from "@/server/db/standing";
export { CallerStanding, proveStanding, selectStanding } from "./caller-standing";
export { KeyMemory } from "./key-memory";
export { markUse } from "./mark-use";
