export { decideChange } from "./decide-change";
