export { checkHealth } from "./check-health";
export { announceStop, bindFunctionsCheck, checkReadiness, isStopping } from "./readiness";
export { announceRoundTrip, listenForRoundTrip } from "./round-trips";
