export {
  announceRoundTrip,
  announceStop,
  bindFunctionsCheck,
  checkHealth,
  checkReadiness,
  isStopping,
  listenForRoundTrip,
} from "./health";
