import { readDocsPages } from "@/app/docs-pages";
import { docsIndex } from "@/components/public/docs/markdown/docs-pages";
import { textResponse } from "@/server/api/docs/text-response";

export const dynamic = "force-dynamic";

/** The index of the docs for language models, one line per page (llmstxt.org). */
export async function GET(): Promise<Response> {
  const { pages, baseUrl } = await readDocsPages();
  return textResponse(docsIndex(pages, baseUrl), "plain");
}
