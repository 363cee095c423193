export { forgetKey } from "./forget-key";
export { openServerKeys } from "./open-server-keys";
export { type Resealed, reseal } from "./reseal";
