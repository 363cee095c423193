import { readFile } from "node:fs/promises";
import { join } from "node:path";

export interface ApiChange {
  /** Null for the coming release. */
  readonly date: string | null;
  readonly text: string;
}

/** What a program that calls the API can notice: its operations, fields, headers, errors, or webhooks. */
const OF_THE_API = /\bAPI\b|OpenAPI|\/v1\b|webhook|idempotency|\bX-[A-Z]|`(?:transactions|recurring|paymentcodes)\//i;
const RELEASE = /^## \[(?:Unreleased|[\d.]+)\](?: - (\d{4}-\d\d-\d\d))?/;
const PART = /^### .*?(?: on (\d{4}-\d\d-\d\d))?$/;

/** The entries of CHANGELOG.md that are about the API, in its order: the newest release first. */
export function apiChangesIn(changelog: string): ApiChange[] {
  let released: string | null = null;
  let date: string | null = null;
  const entries: { date: string | null; text: string }[] = [];
  for (const line of changelog.split("\n")) {
    const release = RELEASE.exec(line);
    const part = PART.exec(line);
    const last = entries.at(-1);
    if (release) released = date = release[1] ?? null;
    else if (part) date = part[1] ?? released;
    else if (line.startsWith("- ")) entries.push({ date, text: line.slice(2) });
    else if (line.startsWith("  ") && last) last.text += ` ${line.trim()}`;
  }
  return entries
    .filter(({ text }) => OF_THE_API.test(text))
    .map((entry) => ({ ...entry, text: entry.text.replace(/^API: /, "").replaceAll("**", "") }));
}

let remembered: Promise<ApiChange[]> | undefined;

export function readApiChanges(): Promise<readonly ApiChange[]> {
  remembered ??= readFile(join(process.cwd(), "CHANGELOG.md"), "utf8").then(apiChangesIn);
  return remembered;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The released changes as an Atom feed (RFC 4287). */
export function changesFeed(changes: readonly ApiChange[], baseUrl: string): string {
  const page = escaped(`${baseUrl}/docs/versioning`);
  const released = changes.filter((change): change is ApiChange & { date: string } => change.date !== null);
  const entries = released.map(({ date, text }, index) => {
    const title = text.length > 100 ? `${text.slice(0, 99).toWellFormed()}…` : text;
    return `<entry><id>${page}#${date}-${released.length - index}</id><title>${escaped(title)}</title>
<updated>${date}T00:00:00Z</updated><link href="${page}"/><content type="text">${escaped(text)}</content></entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>${page}</id><title>Changes of the API</title>
<author><name>Closed Loop</name></author><link href="${page}"/><link rel="self" href="${escaped(baseUrl)}/docs/changelog.xml"/>
<updated>${released[0]?.date ?? "1970-01-01"}T00:00:00Z</updated>
${entries.join("\n")}
</feed>
`;
}
