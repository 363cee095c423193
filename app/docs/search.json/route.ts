import { readDocsPages } from "@/app/docs-pages";
import { searchEntriesOf } from "@/components/public/docs/search/entries";
import { readDocsFacts } from "@/server/api/docs/read-docs-facts";

export async function GET(): Promise<Response> {
  const { pages } = await readDocsPages();
  const entries = searchEntriesOf(pages, { ...(await readDocsFacts()), logins: [] });
  return Response.json(entries, { headers: { "Cache-Control": "public, max-age=300" } });
}
