import type { Metadata } from "next";
import { guideHref } from "@/components/public/docs/guide";
import { GuidePage } from "@/components/public/docs/guide-page";
import { findGuide } from "@/components/public/docs/guides";
import { SiteNothingHere } from "@/components/public/site/nothing-here";
import { readDocsFacts } from "@/server/api/docs/read-docs-facts";
import { findDemoLogins } from "@/server/auth/demo-logins";
import { Missing } from "../../missing";

interface Props {
  readonly params: Promise<{ readonly slug?: string[] }>;
}

async function find(params: Props["params"]) {
  const { slug = [] } = await params;
  return findGuide(slug.join("/"));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await find(params);
  if (!found) return { title: "Page not found" };
  const { title, purpose } = found.guide;
  return { title, description: purpose, alternates: { types: { "text/markdown": `${guideHref(found.guide)}.md` } } };
}

export default async function Page({ params }: Props) {
  const found = await find(params);
  if (!found) {
    return (
      <Missing>
        <SiteNothingHere />
      </Missing>
    );
  }
  return <GuidePage {...found} facts={{ ...(await readDocsFacts()), logins: await findDemoLogins() }} />;
}
