/** Bytes of procedures that upload a file as text, and so can't be batched. JSON doubles quotation marks and line breaks. */
export const MOST_BYTES_OF_UPLOAD: Readonly<Record<string, number>> = {
  // The statement may have 20 MB; few characters of XML double.
  "network.bank.importStatement": 24 * 1024 * 1024,
  "tenant.brand.changeLogo": 192 * 1024,
  // The file may have 1 MB.
  "tenant.fundingFiles.preview": 2304 * 1024,
  "tenant.fundingFiles.start": 2304 * 1024,
  // The file may have 256 KB.
  "tenant.memberImports.preview": 576 * 1024,
  "tenant.memberImports.start": 576 * 1024,
};
