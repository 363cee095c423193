export { getFirstRun } from "./get-first-run";
