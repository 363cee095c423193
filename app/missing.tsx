import type { ReactNode } from "react";
import { SiteNothingHere } from "@/components/public/site/nothing-here";
import { SitePage } from "@/components/public/site/site-page";
import { answerNotFound } from "@/server/api/answer-not-found";

/** Renders a page as a 404. It replaces Next's `notFound()`, which answers with an empty page that only scripts fill. */
export function Missing({ children }: { readonly children: ReactNode }) {
  answerNotFound();
  return children;
}

export function MissingFromSite({ children }: { readonly children?: ReactNode }) {
  return (
    <Missing>
      <SitePage>
        <SiteNothingHere>{children}</SiteNothingHere>
      </SitePage>
    </Missing>
  );
}
