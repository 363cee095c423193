export { erasePerson, previewErasure } from "./erase-person";
export { finishErasures } from "./finish-erasures";
export type { Leaving } from "./leaving";
