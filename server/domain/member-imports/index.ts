export { type ImportPreview, importMembers, previewImport } from "./import-members";
