import type { FileParts } from "./file-answer";

interface Part {
  readonly text: string;
  readonly next: string | null;
}

type Read = (startingAfter: string | null) => Promise<Part>;

export function csvFile(name: string, head: string, read: Read): FileParts {
  return { name, type: "text/csv", parts: textsOf(head, read) };
}

async function* textsOf(head: string, read: Read): AsyncGenerator<string> {
  let { text, next } = await read(null);
  yield head + text;
  while (next !== null) {
    ({ text, next } = await read(next));
    yield text;
  }
}
