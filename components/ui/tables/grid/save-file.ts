import { toast } from "../../feedback/toast";

const SAY_MS = 500;
const NEW_LINE = 10;
/** Ids per URL; longer URLs may be rejected on the way. */
const IDS_AT_ONCE = 200;

type FetchFile = (href: string) => Promise<Response>;

interface WantedFile {
  readonly href: string;
  readonly name: string;
  readonly fetch: FetchFile;
}

/**
 * Downloads a list in the background, with progress in a toast that survives navigation. A partial download isn't saved,
 * because it would look complete. `chosen` limits it to these records.
 */
export async function saveFile({ href, name: list, fetch }: WantedFile, chosen: readonly string[]): Promise<void> {
  const name = chosen.length > 0 ? `${list}-selected` : list;
  const id = `file ${name} ${href}`;
  toast.loading(`Exporting ${name}…`, { id });
  try {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let lines = -1;
    let saidAt = performance.now();
    for await (const part of readAll(hrefsOf(href, chosen), fetch)) {
      parts.push(part);
      for (const byte of part) if (byte === NEW_LINE) lines += 1;
      if (performance.now() - saidAt < SAY_MS) continue;
      saidAt = performance.now();
      toast.loading(`Exporting ${name}: ${lines.toLocaleString("en-US")} rows so far…`, { id });
    }
    save(new Blob(parts, { type: "text/csv" }), `${name}.csv`);
    toast.success(`${name}.csv is saved: ${lines.toLocaleString("en-US")} rows`, { id });
  } catch {
    toast.error(`${name} couldn’t be exported. Nothing was saved. Try again.`, { id });
  }
}

export function hrefsOf(href: string, chosen: readonly string[]): readonly string[] {
  if (chosen.length === 0) return [href];
  return Array.from({ length: Math.ceil(chosen.length / IDS_AT_ONCE) }, (_, at) => {
    const ids = chosen.slice(at * IDS_AT_ONCE, (at + 1) * IDS_AT_ONCE).join(",");
    return `${href}${href.includes("?") ? "&" : "?"}ids=${ids}`;
  });
}

/** Joins several files into one, with a single header row. */
export async function* readAll(hrefs: readonly string[], fetch: FetchFile): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (const [at, href] of hrefs.entries()) {
    let isHead = at > 0;
    for await (const part of read(href, fetch)) {
      const end = isHead ? part.indexOf(NEW_LINE) : -1;
      if (isHead && end === -1) continue;
      isHead = false;
      yield part.subarray(end + 1);
    }
  }
}

async function* read(href: string, fetch: FetchFile): AsyncGenerator<Uint8Array<ArrayBuffer>> {
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
