export { cancelRun, replayRun } from "./change-run";
export { type EngineState, getEngine, listEngineRuns } from "./get-engine";
export { bindEngineAdmin, type EngineQueue, type EngineRun, findEngineAdmin } from "./ports";
