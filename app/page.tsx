import { Landing } from "@/components/public/landing/landing";
import { readSnippets } from "@/server/api/docs/read-snippets";

export default async function Page() {
  return <Landing snippets={await readSnippets()} />;
}
