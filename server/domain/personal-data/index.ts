export { erasePerson, previewErasure } from "./erase-person";
export { exportPerson } from "./export-person";
export { finishErasures } from "./finish-erasures";
export type { Leaving } from "./leaving";
