import { type DocsPage, docsPagesOf } from "@/components/public/docs/markdown/docs-pages";
import { readDocsFacts } from "@/server/api/docs/read-docs-facts";
import { readReference } from "@/server/api/docs/read-reference";

let remembered: Promise<{ readonly pages: readonly DocsPage[]; readonly baseUrl: string }> | undefined;

async function makePages() {
  const facts = await readDocsFacts();
  // Demo logins are left out: they can come and go, and these pages are cached.
  return { pages: docsPagesOf(readReference(), { ...facts, logins: [] }), baseUrl: facts.baseUrl };
}

/** The docs as text, built once: nothing in them changes while the service runs. */
export function readDocsPages() {
  remembered ??= makePages();
  return remembered;
}
