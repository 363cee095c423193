export { openServerKeys } from "./open-server-keys";
export { forgetKey, type Resealed, reseal } from "./reseal";
