export { asNewestBuild, findNewestBuild, noteBuild } from "./builds";
