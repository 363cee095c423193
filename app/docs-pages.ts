import { type DocsPage, docsPagesOf } from "@/components/public/docs/markdown/docs-pages";
import { readDocsFacts } from "@/server/api/docs/read-docs-facts";
import { readReference } from "@/server/api/docs/read-reference";

let remembered: Promise<{ readonly pages: readonly DocsPage[]; readonly baseUrl: string }> | undefined;

async function makePages() {
  const facts = await readDocsFacts();
  // Logins are shown on the page only: they are there or not from one moment to the next.
  return { pages: docsPagesOf(readReference(), { ...facts, logins: [] }), baseUrl: facts.baseUrl };
}

/** The docs as text, made once: nothing in them changes while the service runs. */
export function readDocsPages() {
  remembered ??= makePages();
  return remembered;
}
