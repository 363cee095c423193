import { toast } from "../../feedback/toast";

/** Says how far it is no more often than one can read. */
const SAY_MS = 500;
const NEW_LINE = 10;

interface WantedFile {
  readonly href: string;
  readonly name: string;
}

/**
 * Fetches a list as a file while one works on, on this page or another of the console, and says how far it is. A file that
 * broke off is not saved: it would look whole.
 */
export async function saveFile({ href, name }: WantedFile): Promise<void> {
  const id = `file ${href}`;
  toast.loading(`Exporting ${name}…`, { id });
  try {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let lines = -1;
    let saidAt = Date.now();
    for await (const part of read(href)) {
      parts.push(part);
      for (const byte of part) if (byte === NEW_LINE) lines += 1;
      if (Date.now() - saidAt < SAY_MS) continue;
      saidAt = Date.now();
      toast.loading(`Exporting ${name}: ${lines.toLocaleString("en-US")} rows so far…`, { id });
    }
    save(new Blob(parts, { type: "text/csv" }), `${name}.csv`);
    toast.success(`${name}.csv is saved: ${lines.toLocaleString("en-US")} rows`, { id });
  } catch {
    toast.error(`${name} couldn’t be exported. Nothing was saved. Try again.`, { id });
  }
}

async function* read(href: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const response = await fetch(href);
  const reader = response.ok ? response.body?.getReader() : undefined;
  if (!reader) throw new Error(`the file answered ${response.status}`);
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url));
}
