import { searchGroupsOf } from "@/components/public/docs/search";
import { readDocsFacts } from "@/server/api/docs/read-docs-facts";
import { readReference } from "@/server/api/docs/read-reference";

/** What the search of the docs finds. */
export async function GET(): Promise<Response> {
  const groups = searchGroupsOf(readReference(), { ...(await readDocsFacts()), logins: [] });
  return Response.json(groups, { headers: { "Cache-Control": "public, max-age=300" } });
}
