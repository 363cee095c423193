export { cancelRun, replayRun } from "./change-run";
export { type EngineState, getEngine, listEngineRuns } from "./get-engine";
export { bindEngineAdmin, type EngineRun } from "./ports";
