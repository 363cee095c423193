export { changeAccent, changeLogo, findLogo, findShownTenant, getBrand, removeLogo } from "./brand";
