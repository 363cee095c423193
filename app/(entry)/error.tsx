"use client";

import { Notice } from "@/components/ui/feedback/notice";

/** For what no page expected. */
export default function EntryError({ error }: { readonly error: Error & { readonly digest?: string } }) {
  const isAway = error.digest === "temporarily_unavailable";
  return (
    <Notice title="This page can’t be shown">
      <p>
        {isAway ? "We can’t reach our database." : "Something went wrong on our side."} <a href="/sign-in">Try again</a>{" "}
        in a few seconds.
      </p>
    </Notice>
  );
}
