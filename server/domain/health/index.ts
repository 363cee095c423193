export { checkHealth } from "./check-health";
export { announceStop, bindFunctionsCheck, checkReadiness } from "./readiness";
