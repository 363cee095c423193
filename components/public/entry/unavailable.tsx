"use client";

import { Button } from "@/components/ui/forms/button";
import { EntryPage } from "./entry-page";

/** In place of a page that can't be read now. Reloads everything: nothing on this page is worth keeping. */
export function Unavailable() {
  return (
    <EntryPage title="We can’t reach our database" lead="Try again in a few seconds. Nothing was changed.">
      <Button look="primary" onClick={() => location.reload()}>
        Try again
      </Button>
    </EntryPage>
  );
}
