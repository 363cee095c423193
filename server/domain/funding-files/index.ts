export { type FundingPreview, fundFile, previewFundings } from "./fund-file";
