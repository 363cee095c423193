export { checkHealth } from "./check-health";
export { announceStop, bindFunctionsCheck, checkReadiness, isStopping } from "./readiness";
