export { type EngineState, engineRunList, getEngine } from "./get-engine";
export { bindEngineAdmin, type EngineQueue, type EngineRun, findEngineAdmin } from "./ports";
export { replayRun } from "./replay-run";
