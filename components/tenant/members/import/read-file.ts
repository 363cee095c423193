import { MAX_IMPORT_BYTES } from "@/server/contracts/choices";

const TOO_LARGE = `Use a file of at most ${MAX_IMPORT_BYTES / 1024} KB.`;
const NO_TEXT = "This isn’t a CSV file. In a spreadsheet, choose Save as, then CSV.";

/** A file as text, or what is wrong with it. */
export type FileText = { readonly text: string } | { readonly issue: string };

/** Spreadsheets save CSV in UTF-8, in UTF-16, or as Windows did before either. */
export async function readFile(file: File): Promise<FileText> {
  if (file.size > MAX_IMPORT_BYTES) return { issue: TOO_LARGE };
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  return text.includes("\0") ? { issue: NO_TEXT } : { text };
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
