export { type EngineState, getEngine, listEngineRuns } from "./get-engine";
export { bindEngineAdmin, type EngineQueue, type EngineRun, findEngineAdmin } from "./ports";
export { replayRun } from "./replay-run";
