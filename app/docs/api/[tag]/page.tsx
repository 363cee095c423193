import type { Metadata } from "next";
import { findTag, tagHref } from "@/components/public/reference/reference";
import { TagPage } from "@/components/public/reference/tag-page";
import { SiteNothingHere } from "@/components/public/site/nothing-here";
import { readDocsFacts } from "@/server/api/docs/read-docs-facts";
import { readReference } from "@/server/api/docs/read-reference";
import { Missing } from "../../../missing";

interface Props {
  readonly params: Promise<{ readonly tag: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = findTag(readReference(), (await params).tag);
  if (!found) return { title: "Page not found" };
  const { name, description } = found.tag;
  return { title: name, description, alternates: { types: { "text/markdown": `${tagHref(name)}.md` } } };
}

export default async function Page({ params }: Props) {
  const found = findTag(readReference(), (await params).tag);
  if (!found) {
    return (
      <Missing>
        <SiteNothingHere />
      </Missing>
    );
  }
  const { baseUrl } = await readDocsFacts();
  return <TagPage {...found} baseUrl={baseUrl} />;
}
