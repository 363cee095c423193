import { readDocsPages } from "@/app/docs-pages";
import { pageMarkdown } from "@/components/public/docs/markdown/docs-pages";
import { textResponse } from "@/server/api/docs/text-response";

interface Context {
  readonly params: Promise<{ readonly slug?: string[] }>;
}

/** A docs page as Markdown, served at the page's own path plus `.md`. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { slug = [] } = await params;
  const { pages, baseUrl } = await readDocsPages();
  const page = pages.find(({ href }) => href === ["/docs", ...slug].join("/"));
  if (!page) return new Response("No such page. /llms.txt lists all of them.\n", { status: 404 });
  return textResponse(pageMarkdown(page, baseUrl), "markdown");
}
