type FileText = { readonly text: string } | { readonly issue: string };

interface Limit {
  readonly most: number;
  /** `most` in words: `20 MB`. */
  readonly what: string;
}

/** Programs save text as UTF-8, UTF-16, or Windows-1252. */
export async function readTextFile(file: File, { most, what }: Limit): Promise<FileText> {
  if (file.size > most) return { issue: `Use a file of at most ${what}.` };
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  return text.includes("\0")
    ? { issue: "This isn’t a text file. In a spreadsheet, choose Save as, then CSV." }
    : { text };
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
