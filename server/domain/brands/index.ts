export { changeAccent, changeLogo, removeLogo } from "./change-brand";
export { findLogo, findShownTenant, getBrand } from "./find-brand";
