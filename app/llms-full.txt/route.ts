import { readDocsPages } from "@/app/docs-pages";
import { pageMarkdown } from "@/components/public/docs/markdown/docs-pages";
import { textResponse } from "@/server/api/docs/text-response";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const { pages, baseUrl } = await readDocsPages();
  return textResponse(pages.map((page) => pageMarkdown(page, baseUrl)).join("\n"), "plain");
}
