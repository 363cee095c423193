import { decodeText } from "@/server/contracts/text/decode-text";

type FileText = { readonly text: string } | { readonly issue: string };

interface Limit {
  readonly most: number;
  /** `most` in words: `20 MB`. */
  readonly what: string;
}

export async function readTextFile(file: File, { most, what }: Limit): Promise<FileText> {
  if (file.size > most) return { issue: `Use a file of at most ${what}.` };
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  return text.includes("\0")
    ? { issue: "This isn’t a text file. In a spreadsheet, choose Save as, then CSV." }
    : { text };
}
