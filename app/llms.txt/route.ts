import { readDocsPages } from "@/app/docs-pages";
import { docsIndex } from "@/components/public/docs/markdown/docs-pages";
import { textResponse } from "@/server/api/docs/text-response";

export const dynamic = "force-dynamic";

/** Where language models find the docs: each page in a line (llmstxt.org). */
export async function GET(): Promise<Response> {
  const { pages, baseUrl } = await readDocsPages();
  return textResponse(docsIndex(pages, baseUrl), "plain");
}
